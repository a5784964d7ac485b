import "server-only";
import { defineResource } from "../../records/resource.ts";
import { AppError } from "../../core/errors.ts";
import { role, roleDetails } from "./schema.browser.ts";

export const roles = defineResource({
  path: "roles",
  record: role,
  details: { document: roleDetails },
  isMergeable: true,
  search: {},
  filters: ["production_id"],
  isLenient: true,
  identifiedBy: [["production_id"], ["name"]],
  check: async (records, { id, production_id }, before) => {
    if (!before || before.production_id === production_id) return [];
    const [cast, covers] = [
      await records.referring("cast-members", "role_id", id),
      await records.referring("cast-members", "covers", id),
    ].map((members) => members.filter((one) => one["production_id"] !== production_id).length);
    if (!cast && !covers) return [];
    throw new AppError("conflict", {
      message: "The role has cast members or covers, who can't move to another production with it.",
      members: { references: { ...(cast && { "cast-members": cast }), ...(covers && { covers }) } },
    });
  },
});
