import type { NounTerms } from "../../resource/terms.browser.ts";

export const theatreTerms: NounTerms = {
  singular: "theatre",
  plural: "theatres",
};
