import "server-only";
import { ruleOn, type Finding } from "./rule.ts";
import type { ReadSource } from "./rule-data.ts";
import { isRunning } from "./rule-context.ts";

/*
 * Facts without a source. A source of a whole record is one of each of its fields. Not listed: names, which are the
 * records themselves; types, descriptions and biographies, which are written for the listings.
 */

/** The theatre of a production needs no source of its own: a page about its dates says where it runs. */
export const productionWithoutSource = ruleOn("productions", ({ id, opening_date, closing_date, sources }) =>
  withoutSource("productions", id, sources, { opening_date, closing_date }),
);

/** Only of shows that can be booked. */
export const showWithoutSource = ruleOn("shows", ({ id, booking_until, sources }, context) => {
  if (booking_until === null || booking_until < context.today) return null;
  const productions = context.where("productions", "show_id", id);
  if (!productions.some((production) => isRunning(production, context))) return null;
  const finding = withoutSource("shows", id, sources, { booking_until });
  return finding && { ...finding, productions };
});

export const theatreWithoutSource = ruleOn("theatres", ({ id, sources, address, capacity, lat }) =>
  withoutSource("theatres", id, sources, { address, capacity, lat }),
);

/** One problem for each production, because one page usually names the whole cast. */
export const castWithoutSource = ruleOn("productions", ({ id }, { where }) => {
  const cast = where("cast-members", "production_id", id);
  const unsourced = cast.filter(({ sources }) => sources.length === 0).map((member) => member.id);
  if (unsourced.length === 0) return null;
  return {
    message: `${unsourced.length} of ${cast.length} cast members have no source.`,
    facts: unsourced.toSorted(),
    decisions: [
      {
        kind: "source",
        label: "Add a source…",
        resource: "cast-members",
        records: unsourced.map((record_id) => ({ record_id, fields: [] })),
      },
    ],
  };
});

const labels: Readonly<Record<string, string>> = {
  opening_date: "opening date",
  closing_date: "closing date",
  booking_until: "end of booking",
  address: "address",
  capacity: "capacity",
  lat: "coordinates",
};

/** @param values the facts by their fields; a null one needs no source. */
function withoutSource(
  resource: string,
  record_id: string,
  sources: readonly ReadSource[],
  values: Readonly<Record<string, string | number | null>>,
): Finding | null {
  const sourced = new Set(sources.map(({ field }) => field));
  if (sourced.has(null)) return null;
  const fields = Object.keys(values).filter((field) => values[field] !== null && !sourced.has(field));
  if (fields.length === 0) return null;
  return {
    message: `No source: ${fields.map((field) => labels[field] ?? field).join(", ")}.`,
    fields,
    facts: fields.map((field) => [field, values[field]]),
    decisions: [{ kind: "source", label: "Add a source…", resource, records: [{ record_id, fields }] }],
  };
}
