import type { NounTerms } from "../../resource/terms.browser.ts";

export const roleTerms: NounTerms = {
  singular: "role",
  plural: "roles",
};
