import type { NounTerms } from "../../resource/terms.ts";

export const roleTerms: NounTerms = {
  singular: "role",
  plural: "roles",
};
