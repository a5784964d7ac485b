import "server-only";
import { tableOf } from "../../resource/table.ts";
import { production } from "./schema.ts";

export const productionTable = tableOf("productions", "productions", production);
