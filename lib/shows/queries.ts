import "server-only";
import { tableOf } from "../api/table.ts";
import { show } from "./schema.ts";

export const showTable = tableOf("shows", "shows", show);
