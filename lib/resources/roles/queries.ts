import "server-only";
import { tableOf } from "../../resource/table.ts";
import { role } from "./schema.ts";

export const roleTable = tableOf("roles", "roles", role);
