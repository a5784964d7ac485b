import "server-only";
import { fieldsDecision, ruleOn, type Finding, type KnownPath, type ReadSource, type RuleTable } from "./rule.ts";

export const recordRules = {
  /** Checks shows with open or future runs only; for other shows a past booking date is history. */
  "booking-until-past": ruleOn("shows", (show, context) => {
    const { today, find, where } = context;
    if (show.booking_until === null || show.booking_until >= today) return null;
    const runs = where("productions", "show_id", show.id).filter(
      ({ closing_date }) => closing_date === null || closing_date >= today,
    );
    if (runs.length === 0) return null;
    const endless = runs.filter((run) => context.isRunning(run) && run.closing_date === null);
    return {
      message: `Booking ended on ${show.booking_until}, but a run ${runs.some(context.isRunning) ? "is still open" : "has yet to open"}.`,
      fields: ["booking_until"],
      related: runs.map((run) => context.referenceTo("productions", run)),
      facts: [show.booking_until, runs.map(({ id, closing_date }) => [id, closing_date])],
      productions: runs,
      decisions: [
        fieldsDecision("Set a new last day…", "shows", show.id, ["booking_until"], { earliest: today }),
        ...endless.map(({ id, theatre_id, opening_date }) =>
          fieldsDecision(
            `The run at ${find("theatres", theatre_id)?.name ?? theatre_id} has closed…`,
            "productions",
            id,
            ["closing_date"],
            { earliest: opening_date, latest: today },
          ),
        ),
      ],
    };
  }),

  "missing-coordinates": missing("coordinates", ["lat", "lng"]),

  "missing-capacity": missing("number of seats", ["capacity"]),

  /** A page served over HTTPS does not show other images. */
  "image-not-https": [
    ruleOn("shows", ({ id, image }, { where }) =>
      imageFinding("shows", id, image, { productions: where("productions", "show_id", id) }),
    ),
    ruleOn("people", ({ id, image }) => imageFinding("people", id, image)),
  ],

  /** The theatre of a production needs no source of its own: a page about its dates says where it runs. */
  "production-without-source": ruleOn("productions", ({ id, opening_date, closing_date, sources }) =>
    withoutSource("productions", id, sources, { opening_date, closing_date }),
  ),

  /** Only of shows that can be booked. */
  "show-without-source": ruleOn("shows", ({ id, booking_until, sources }, context) => {
    if (booking_until === null || booking_until < context.today) return null;
    const productions = context.where("productions", "show_id", id);
    if (!productions.some(context.isRunning)) return null;
    const finding = withoutSource("shows", id, sources, { booking_until });
    return finding && { ...finding, productions };
  }),

  "theatre-without-source": ruleOn("theatres", ({ id, sources, address, capacity, lat }) =>
    withoutSource("theatres", id, sources, { address, capacity, lat }),
  ),

  /** One problem for each production, because one page usually names the whole cast. */
  "cast-without-source": ruleOn("productions", ({ id }, { where }) => {
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
  }),
} satisfies RuleTable;

function imageFinding(
  resource: KnownPath,
  record_id: string,
  image: string | null,
  more: Pick<Finding, "productions"> = {},
): Finding | null {
  if (image === null || /^https:/i.test(image)) return null;
  const fields = ["image"];
  // The same address may not work over https.
  const suggested = { image: image.replace(/^http:/i, "https:") };
  return {
    message: "The image address does not use https.",
    fields,
    facts: [image],
    decisions: [fieldsDecision("Use https…", resource, record_id, fields, { suggested })],
    ...more,
  };
}

function missing(words: string, fields: ("lat" | "lng" | "capacity")[]) {
  return ruleOn("theatres", (theatre) => {
    if (fields.every((field) => theatre[field] !== null)) return null;
    const decisions = [fieldsDecision(`Add the ${words}…`, "theatres", theatre.id, fields)];
    return { message: `Missing ${words}.`, fields, facts: [], decisions };
  });
}

/*
 * Facts without a source. A source of a whole record is one of each of its fields. Not listed: names, which are the
 * records themselves; types, descriptions and biographies, which are written for the listings.
 */

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
