import { z } from "zod";
import { date } from "../../core/fields.browser.ts";
import { castMemberDetails, castMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { crewMemberEntry } from "../../resources/crew-members/schema.browser.ts";
import { productionDetails, productionEntry } from "../../resources/productions/schema.browser.ts";
import { accessKinds } from "../../resources/productions/terms.browser.ts";
import { role } from "../../resources/roles/schema.browser.ts";
import { theatre } from "../../resources/theatres/schema.browser.ts";

const { engagements, covers } = castMemberDetails.shape;

/** A cast member with its engagements and covers. */
export const castEntry = castMemberEntry
  .extend({
    engagements,
    covers: z
      .array(covers.element.extend({ name: role.shape.name }))
      .describe("The roles of the same production that the person also plays when needed, with their names."),
    dated: z.boolean().describe("Whether it has engagements."),
    certain: z
      .boolean()
      .optional()
      .describe(
        "Only with `on`: whether the person was certainly in it on that day. False means that the dates leave it open.",
      ),
    last_known_on: date
      .optional()
      .describe(
        "Only with `last_known=true`: the day itself, or the latest day before it on which the role, or the person without one, is known.",
      ),
  })
  .meta({ id: "CastEntry", description: "A cast member in a list, with its engagements and covers." });

/** A day that listings may be asked for. */
export const listingsDay = date.refine(
  (value) => value >= "1600-01-01" && value <= "2100-12-31",
  "must be between 1600 and 2100",
);

/** Asks for who was known last. @param needed the parameter that it needs. */
export function lastKnownParameter(needed: string) {
  return z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .describe(
      `With \`${needed}\`: only those who are certain on that day, and for each role that no one certainly plays then (and each person without a role) those who certainly did on the latest day before, \`last_known_on\`. Covers are listed when they are certain on the day itself.`,
    );
}

/** What is asked about the cast of a production. */
export const castQuery = z.strictObject({
  on: date.optional().describe("Only those who can have been in it on this day."),
  dated: z.enum(["only"]).optional().describe("With `on`: leaves out those without engagements."),
  last_known: lastKnownParameter("on"),
});

const theatreName = theatre.pick({ id: true, name: true });

/** A production of a show, with the name of its theatre. */
export const housedProduction = productionEntry
  .extend({ theatre: theatreName })
  .meta({ id: "HousedProduction", description: "A production in a list, with its theatre." });

/** A performance of a day that is known. */
export const dayPerformance = z.strictObject({
  time: z.string().describe("In London, `HH:MM`."),
  access: z.array(z.enum(accessKinds)),
});

/** A performance of a production. */
export const performance = z
  .strictObject({
    date,
    time: dayPerformance.shape.time,
    starts_at: z.iso.datetime({ offset: true }).describe("The moment, with London's offset."),
    access: dayPerformance.shape.access,
  })
  .meta({ id: "Performance", description: "When a production plays." });

const runningProduction = productionEntry.extend({
  theatre,
  details: productionDetails,
  performances: z
    .array(dayPerformance)
    .nullable()
    .describe("Those of the day, by time: empty when it does not play, null when nothing is known of the day."),
  days_left: z
    .int()
    .min(0)
    .nullable()
    .describe("The number of days until the last one: 0 on the last day, null when the run is open-ended."),
  cast: z
    .array(castEntry)
    .optional()
    .describe("Only with `include=cast`: those who are in it on that day, as far as is known, in cast order."),
  cast_known: z.boolean().optional().describe("Beside `cast`: false when no one is known."),
  crew: z.array(crewMemberEntry).optional().describe("Only with `include=crew`: the creative team, in its order."),
});

export const onDay = z
  .strictObject({
    date: date.describe("The day, `YYYY-MM-DD`."),
    timezone: z.literal("Europe/London"),
    productions: z.array(runningProduction).describe("By the name of the show; an empty array when nothing runs."),
  })
  .meta({ id: "OnDay", description: "What is on, on one day." });

/** A production that a person was in or worked on. */
export const personCredit = z
  .strictObject({
    production: productionEntry,
    theatre: theatreName,
    cast_members: z.array(castEntry).describe("The person's entries in the cast, in cast order."),
    crew_members: z.array(crewMemberEntry).describe("The person's entries in the creative team, in its order."),
  })
  .meta({ id: "PersonCredit", description: "A production that a person was in or worked on, and as what." });

export type HousedProduction = z.infer<typeof housedProduction>;
export type PersonCredit = z.infer<typeof personCredit>;
export type CastEntry = z.infer<typeof castEntry>;
export type CastQuery = z.output<typeof castQuery>;
export type OnDay = z.infer<typeof onDay>;
