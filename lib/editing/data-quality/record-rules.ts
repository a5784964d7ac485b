import "server-only";
import { ruleOn, type Finding } from "./rule.ts";
import { isRunning, referenceTo } from "./rule-context.ts";
import type { KnownTheatre } from "./rule-data.ts";

/** Checks shows with open or future runs only; for other shows a past booking date is history. */
export const bookingUntilPast = ruleOn("shows", (show, context) => {
  const { today, find, where } = context;
  if (show.booking_until === null || show.booking_until >= today) return null;
  const runs = where("productions", "show_id", show.id).filter(
    ({ closing_date }) => closing_date === null || closing_date >= today,
  );
  if (runs.length === 0) return null;
  const endless = runs.filter((run) => isRunning(run, context) && run.closing_date === null);
  return {
    message: `Booking ended on ${show.booking_until}, but a run ${runs.some((run) => isRunning(run, context)) ? "is still open" : "has yet to open"}.`,
    fields: ["booking_until"],
    related: runs.map((run) => referenceTo(context, "productions", run)),
    facts: [show.booking_until, runs.map(({ id, closing_date }) => [id, closing_date])],
    productions: runs,
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
        label: `The run at ${find("theatres", theatre_id)?.name ?? theatre_id} has closed…`,
        resource: "productions",
        record_id: id,
        fields: ["closing_date"],
        earliest: opening_date,
        latest: today,
      })),
    ],
  };
});

export const missingCoordinates = ruleOn("theatres", (theatre) =>
  theatre.lat !== null && theatre.lng !== null ? null : incomplete(theatre, "coordinates", ["lat", "lng"]),
);

export const missingCapacity = ruleOn("theatres", (theatre) =>
  theatre.capacity !== null ? null : incomplete(theatre, "number of seats", ["capacity"]),
);

/** A page served over HTTPS does not show other images. */
export const showImageNotHttps = ruleOn("shows", ({ id, image }, { where }) =>
  imageFinding("shows", id, image, { productions: where("productions", "show_id", id) }),
);
export const personImageNotHttps = ruleOn("people", ({ id, image }) => imageFinding("people", id, image));

function imageFinding(
  resource: string,
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
    decisions: [{ kind: "fields", label: "Use https…", resource, record_id, fields, suggested }],
    ...more,
  };
}

function incomplete({ id }: KnownTheatre, missing: string, fields: string[]): Finding {
  return {
    message: `Missing ${missing}.`,
    fields,
    facts: [],
    decisions: [{ kind: "fields", label: `Add the ${missing}…`, resource: "theatres", record_id: id, fields }],
  };
}
