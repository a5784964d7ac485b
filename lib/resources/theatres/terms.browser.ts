import type { NounTerms } from "../../records/terms.browser.ts";

export const theatreTerms: NounTerms = {
  singular: "theatre",
  plural: "theatres",
};
