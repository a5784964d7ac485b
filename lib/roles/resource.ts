import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { castMemberIdsOf, countCastMembersElsewhere } from "../cast-members/queries.ts";
import { castMembers } from "../cast-members/resource.ts";
import { AppError } from "../errors.ts";
import { findProduction } from "../productions/queries.ts";
import { findRole, insertRole, listRoles, removeRole, updateRole } from "./queries.ts";
import { role, type Role } from "./schema.ts";

export const roles = defineResource({
  path: "roles",
  singular: "Role",
  plural: "Roles",
  record: role,
  entry: role,
  filters: ["production_id"],
  references: { production_id: findProduction },
  dependants: [
    {
      path: castMembers.path,
      ids: (transaction, id) => castMemberIdsOf(transaction, { role_id: id }),
      cascade: castMembers,
    },
  ],
  list: listRoles,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
  find: findRole,
  check: async (transaction, { id, production_id }) => {
    const left = await countCastMembersElsewhere(transaction, id, production_id);
    if (left === 0) return [];
    throw new AppError("conflict", {
      message: "The role has cast members, who can't move to another production with it.",
      members: { references: { [castMembers.path]: left } },
    });
  },
  insert: insertRole,
  update: updateRole,
  remove: removeRole,
});

function serialize(row: Awaited<ReturnType<typeof listRoles>>[number]): Role {
  return row;
}
