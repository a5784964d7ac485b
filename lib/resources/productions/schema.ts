import { z } from "zod";
import { date, id, reference } from "../../fields.ts";
import { show } from "../shows/schema.ts";

export const production = z
  .strictObject({
    id,
    show_id: reference("shows", { noun: "show", onDelete: "restrict" }),
    theatre_id: reference("theatres", { noun: "theatre where it runs", onDelete: "restrict" }),
    opening_date: date.describe("The day of the first night."),
    closing_date: date.nullable().describe("The last day; null when the run is open-ended."),
  })
  .meta({ id: "Production", description: "One run of a show at a theatre." });

export const productionEntry = production
  .extend({ show: show.pick({ id: true, name: true, type: true, description: true, image: true }) })
  .meta({ id: "ProductionEntry", description: "A production in a list, with its show." });

export type Production = z.infer<typeof production>;
export type ProductionEntry = z.infer<typeof productionEntry>;
