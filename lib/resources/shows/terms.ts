import type { NounTerms } from "../../resource/terms.ts";

export const showTypes = ["musical", "play", "comedy", "drama"] as const;

export const showTerms: NounTerms = {
  singular: "show",
  plural: "shows",
};
