import "server-only";
import { tableOf } from "../api/table.ts";
import { theatre } from "./schema.ts";

export const theatreTable = tableOf("theatres", "theatres", theatre);
