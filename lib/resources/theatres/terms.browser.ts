import type { ResourceTerms } from "../../records/terms.browser.ts";

export const theatreTerms: ResourceTerms = {
  singular: "theatre",
  plural: "theatres",
};
