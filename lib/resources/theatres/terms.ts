import type { NounTerms } from "../../resource/terms.ts";

export const theatreTerms: NounTerms = {
  singular: "theatre",
  plural: "theatres",
};
