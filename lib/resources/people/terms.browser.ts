import type { NounTerms } from "../../records/terms.browser.ts";

export const personTerms: NounTerms = {
  singular: "person",
  plural: "people",
};
