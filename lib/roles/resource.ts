import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { listRoles } from "./queries.ts";
import { role, type Role } from "./schema.ts";

export const roles = defineResource({
  path: "roles",
  singular: "Role",
  plural: "Roles",
  record: role,
  entry: role,
  filters: ["production_id"],
  list: listRoles,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
});

function serialize(row: Awaited<ReturnType<typeof listRoles>>[number]): Role {
  return row;
}
