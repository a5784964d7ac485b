import "server-only";
import { tableOf } from "../api/table.ts";
import { person } from "./schema.ts";

export const personTable = tableOf("people", "people", person);
