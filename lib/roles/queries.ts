import "server-only";
import { tableOf } from "../api/table.ts";
import { role } from "./schema.ts";

export const roleTable = tableOf("roles", "roles", role);
