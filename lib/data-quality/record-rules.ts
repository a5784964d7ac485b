import "server-only";
import { isRunningOn } from "../resources/productions/running-on.ts";
import type { Theatre } from "../resources/theatres/schema.ts";
import {
  groupBy,
  personReference,
  createProductionReference,
  showReference,
  theatreReference,
  type RuleData,
} from "./rule-data.ts";
import type { DataProblem } from "./schema.ts";

/** Checks shows with open or future runs only; for other shows a past booking date is history. */
export function bookingUntilPast({ shows, theatres, productions }: RuleData, today: string): DataProblem[] {
  const current = groupBy(
    productions.filter(({ closing_date }) => closing_date === null || closing_date >= today),
    ({ show_id }) => show_id,
  );
  const theatreNames = new Map(theatres.map(({ id, name }) => [id, name]));
  return shows.flatMap((show): DataProblem[] => {
    const runs = current.get(show.id) ?? [];
    if (runs.length === 0 || show.booking_until === null || show.booking_until >= today) return [];
    const endless = runs.filter(({ opening_date, closing_date }) => opening_date <= today && closing_date === null);
    return [
      {
        rule: "booking-until-past",
        ...showReference(show),
        message: `Booking ended on ${show.booking_until}, but a run ${runs.some((run) => isRunningOn(today, run)) ? "is still open" : "has yet to open"}.`,
        fields: ["booking_until"],
        related: runs.map(createProductionReference({ shows, theatres })),
        fixes: [],
        decisions: [
          {
            kind: "fields",
            label: "Set a new last day…",
            resource: "shows",
            record_id: show.id,
            fields: ["booking_until"],
            earliest: today,
          },
          ...endless.map(({ id, theatre_id, opening_date }) => ({
            kind: "fields" as const,
            label: `The run at ${theatreNames.get(theatre_id) ?? theatre_id} has closed…`,
            resource: "productions",
            record_id: id,
            fields: ["closing_date"],
            earliest: opening_date,
            latest: today,
          })),
        ],
      },
    ];
  });
}

export function productionWithoutCast(data: RuleData): DataProblem[] {
  const nameOf = createProductionReference(data);
  const withCast = new Set(data.castMembers.map(({ production_id }) => production_id));
  return data.productions
    .filter(({ id }) => !withCast.has(id))
    .map((production) => ({
      rule: "production-without-cast",
      ...nameOf(production),
      message: "No cast listed.",
      fields: [],
      related: [],
      fixes: [],
      decisions: [],
    }));
}

export function missingCoordinates({ theatres }: RuleData): DataProblem[] {
  return theatres
    .filter(({ lat, lng }) => lat === null || lng === null)
    .map((theatre) => incomplete("missing-coordinates", theatre, "coordinates", ["lat", "lng"]));
}

export function missingCapacity({ theatres }: RuleData): DataProblem[] {
  return theatres
    .filter(({ capacity }) => capacity === null)
    .map((theatre) => incomplete("missing-capacity", theatre, "number of seats", ["capacity"]));
}

/** A page served over HTTPS does not show other images. */
export function imageNotHttps({ shows, people }: RuleData): DataProblem[] {
  const named = [
    ...shows.map((show) => ({ ...showReference(show), image: show.image })),
    ...people.map((person) => ({ ...personReference(person), image: person.image })),
  ];
  return named.flatMap(({ image, ...record }): DataProblem[] => {
    if (image === null || /^https:/i.test(image)) return [];
    return [
      {
        rule: "image-not-https",
        ...record,
        message: "The image address does not use https.",
        fields: ["image"],
        related: [],
        fixes: [],
        // The same address may not work over https.
        decisions: [
          {
            kind: "fields",
            label: "Use https…",
            resource: record.resource,
            record_id: record.record_id,
            fields: ["image"],
            suggested: { image: image.replace(/^http:/i, "https:") },
          },
        ],
      },
    ];
  });
}

function incomplete(rule: DataProblem["rule"], theatre: Theatre, missing: string, fields: string[]): DataProblem {
  const named = theatreReference(theatre);
  const { resource, record_id } = named;
  return {
    rule,
    ...named,
    message: `Missing ${missing}.`,
    fields,
    related: [],
    fixes: [],
    decisions: [{ kind: "fields", label: `Add the ${missing}…`, resource, record_id, fields }],
  };
}
