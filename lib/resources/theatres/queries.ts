import "server-only";
import { tableOf } from "../../resource/table.ts";
import { theatre } from "./schema.ts";

export const theatreTable = tableOf("theatres", "theatres", theatre);
