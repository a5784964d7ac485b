import type { NounTerms } from "../../records/terms.browser.ts";

export const roleTerms: NounTerms = {
  singular: "role",
  plural: "roles",
};
