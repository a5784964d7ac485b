import type { Terms } from "../../resource/terms.ts";

export const personTerms: Terms = {
  singular: "person",
  plural: "people",
};
