import type { ResourceTerms } from "../../records/terms.browser.ts";

export const roleTerms: ResourceTerms = {
  singular: "role",
  plural: "roles",
};
