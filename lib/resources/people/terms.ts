import type { NounTerms } from "../../resource/terms.ts";

export const personTerms: NounTerms = {
  singular: "person",
  plural: "people",
};
