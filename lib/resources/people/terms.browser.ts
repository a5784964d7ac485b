import type { NounTerms } from "../../resource/terms.browser.ts";

export const personTerms: NounTerms = {
  singular: "person",
  plural: "people",
};
