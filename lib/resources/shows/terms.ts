import type { Terms } from "../../resource/terms.ts";

export const showTypes = ["musical", "play", "comedy", "drama"] as const;

export const showTerms: Terms = {
  singular: "show",
  plural: "shows",
};
