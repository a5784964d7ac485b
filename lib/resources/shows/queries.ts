import "server-only";
import { tableOf } from "../../resource/table.ts";
import { show } from "./schema.ts";

export const showTable = tableOf("shows", "shows", show);
