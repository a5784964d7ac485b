import type { ResourceTerms } from "../../records/terms.browser.ts";

export const personTerms: ResourceTerms = {
  singular: "person",
  plural: "people",
};
