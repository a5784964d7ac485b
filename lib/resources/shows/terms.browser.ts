import type { NounTerms } from "../../records/terms.browser.ts";

export const showTypes = ["musical", "play", "comedy", "drama"] as const;

export const showTerms: NounTerms = {
  singular: "show",
  plural: "shows",
};
