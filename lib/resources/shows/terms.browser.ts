import type { NounTerms } from "../../resource/terms.browser.ts";

export const showTypes = ["musical", "play", "comedy", "drama"] as const;

export const showTerms: NounTerms = {
  singular: "show",
  plural: "shows",
};
