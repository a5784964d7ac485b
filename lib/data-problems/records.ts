import "server-only";
import type { Theatre } from "../theatres/schema.ts";
import { personNamed, productionNamer, showNamed, theatreNamed, type Data } from "./data.ts";
import type { DataProblem } from "./schema.ts";

export function bookingUntilPast({ shows }: Data, today: string): DataProblem[] {
  return shows.flatMap((show): DataProblem[] =>
    show.booking_until === null || show.booking_until >= today
      ? []
      : [
          {
            rule: "booking-until-past",
            ...showNamed(show),
            message: `It could be booked until ${show.booking_until}, which is past.`,
            fields: ["booking_until"],
            related: [],
            fixes: [
              {
                label: "Name no last day",
                changes: [{ action: "update", resource: "shows", id: show.id, data: { booking_until: null } }],
              },
            ],
          },
        ],
  );
}

export function productionWithoutCast(data: Data): DataProblem[] {
  const nameOf = productionNamer(data);
  const withCast = new Set(data.castMembers.map(({ production_id }) => production_id));
  return data.productions
    .filter(({ id }) => !withCast.has(id))
    .map((production) => ({
      rule: "production-without-cast",
      ...nameOf(production),
      message: "Nobody is named in its cast.",
      fields: [],
      related: [],
      fixes: [],
    }));
}

export function missingCoordinates({ theatres }: Data): DataProblem[] {
  return theatres
    .filter(({ lat, lng }) => lat === null || lng === null)
    .map((theatre) => incomplete("missing-coordinates", theatre, ["lat", "lng"], "It has no place on the map."));
}

export function missingCapacity({ theatres }: Data): DataProblem[] {
  return theatres
    .filter(({ capacity }) => capacity === null)
    .map((theatre) => incomplete("missing-capacity", theatre, ["capacity"], "Its number of seats is not known."));
}

/** A page that is served by https shows no image that is not. */
export function imageNotHttps({ shows, people }: Data): DataProblem[] {
  const named = [
    ...shows.map((show) => ({ ...showNamed(show), image: show.image })),
    ...people.map((person) => ({ ...personNamed(person), image: person.image })),
  ];
  return named.flatMap(({ image, ...record }): DataProblem[] => {
    if (image === null || /^https:/i.test(image)) return [];
    const data = { image: image.replace(/^http:/i, "https:") };
    return [
      {
        rule: "image-not-https",
        ...record,
        message: "Its image is not at an https address.",
        fields: ["image"],
        related: [],
        fixes: [
          {
            label: "Use the same address with https",
            changes: [{ action: "update", resource: record.resource, id: record.record_id, data }],
          },
        ],
      },
    ];
  });
}

function incomplete(rule: DataProblem["rule"], theatre: Theatre, fields: string[], message: string): DataProblem {
  return { rule, ...theatreNamed(theatre), message, fields, related: [], fixes: [] };
}
