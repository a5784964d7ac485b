import "server-only";
import { tableOf } from "../../resource/table.ts";
import { person } from "./schema.ts";

export const personTable = tableOf("people", "people", person);
