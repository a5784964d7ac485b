import "server-only";
import { tableOf } from "../api/table.ts";
import { production } from "./schema.ts";

export const productionTable = tableOf("productions", "productions", production);
