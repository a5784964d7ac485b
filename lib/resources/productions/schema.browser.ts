import { z } from "zod";
import { date, id, reference, text, webAddress } from "../../core/fields.browser.ts";
import { detailsSchema, externalIds } from "../../records/schema.browser.ts";
import { show } from "../shows/schema.browser.ts";
import { accessKinds, runTypes, weekdays } from "./terms.browser.ts";

export const production = z
  .strictObject({
    id,
    show_id: reference("shows", { term: "show", onDelete: "restrict" }),
    theatre_id: reference("theatres", { term: "theatre where it runs", onDelete: "restrict" }),
    opening_date: date.describe("The day of the first night."),
    closing_date: date.nullable().describe("The last day; null when the run is open-ended."),
  })
  .meta({ id: "Production", description: "One run of a show at a theatre." });

export const productionEntry = production
  .extend({ show: show.pick({ id: true, name: true, type: true, description: true, image: true }) })
  .meta({ id: "ProductionEntry", description: "A production in a list, with its show." });

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, HH:MM")
  .describe("In London on that day, `HH:MM`.");

const weeklyPerformance = z.strictObject({
  day: z.enum(weekdays),
  time,
  from: date.nullable().default(null).describe("The first day of the period; null: the run's."),
  to: date.nullable().default(null).describe("The last day of the period; null: the run's."),
});

const specialPerformance = z.strictObject({
  date,
  time,
  kind: z.enum(["added", "cancelled", ...accessKinds]).describe("`cancelled` names one of the schedule."),
  note: text(200).nullable().default(null),
});

export const productionDetails = detailsSchema(production, {
  first_preview: date.nullable().describe("The first performance before the press night."),
  press_night: date.nullable().describe("The press night, which is then the opening date."),
  run_type: z.enum(runTypes).nullable().describe("Whether the run has an announced end."),
  running_minutes: z.int().min(1).max(1000).nullable().describe("The length with intervals, in minutes."),
  intervals: z.int().min(0).max(5).nullable().describe("How many intervals it has."),
  age_from: z.int().min(0).max(21).nullable().describe("The recommended age."),
  content_notes: text(2000).nullable().describe("What the audience is warned of."),
  booking_url: webAddress.nullable().describe("Where tickets are sold."),
  transfer_of: reference("productions", {
    term: "production that moved here",
    onDelete: "clear",
    countedAs: "transfers",
  }).nullable(),
  schedule: z.array(weeklyPerformance).max(60).describe("The ordinary week."),
  performances: z.array(specialPerformance).max(500).describe("What differs from the ordinary week."),
  external_ids: externalIds,
});

export type Production = z.infer<typeof production>;
export type ProductionDetails = z.infer<typeof productionDetails>;
export type ProductionEntry = z.infer<typeof productionEntry>;
