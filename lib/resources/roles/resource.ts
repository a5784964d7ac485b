import "server-only";
import { listWithoutEmbeds, defineResource } from "../../resource/resource.ts";
import { byNameThenId } from "../../sort.ts";
import { AppError } from "../../errors.ts";
import { role } from "./schema.ts";
import { roleTerms } from "./terms.ts";

export const roles = defineResource({
  path: "roles",
  terms: roleTerms,
  record: role,
  entry: role,
  filters: ["production_id"],
  identifiedBy: [["production_id"], ["name"]],
  list: listWithoutEmbeds,
  order: byNameThenId,
  check: async (records, { id, production_id }, before) => {
    if (!before || before.production_id === production_id) return [];
    const cast = await records.referring("cast-members", "role_id", id);
    const left = cast.filter((one) => one["production_id"] !== production_id).length;
    if (left === 0) return [];
    throw new AppError("conflict", {
      message: "The role has cast members, who can't move to another production with it.",
      members: { references: { "cast-members": left } },
    });
  },
});
