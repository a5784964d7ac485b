import type { ResourceTerms } from "../../records/terms.browser.ts";

export const showTypes = ["musical", "play", "comedy", "drama"] as const;

export const showTerms: ResourceTerms = {
  singular: "show",
  plural: "shows",
};
