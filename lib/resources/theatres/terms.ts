import type { Terms } from "../../resource/terms.ts";

export const theatreTerms: Terms = {
  singular: "theatre",
  plural: "theatres",
};
