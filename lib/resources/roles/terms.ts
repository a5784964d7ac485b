import type { Terms } from "../../resource/terms.ts";

export const roleTerms: Terms = {
  singular: "role",
  plural: "roles",
};
