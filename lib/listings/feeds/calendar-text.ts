import "server-only";
import ICAL from "ical.js";
import { LRUCache } from "lru-cache";
import { withoutControls } from "../../core/control-characters.browser.ts";
import { createYielder } from "../../core/yielding.ts";
import { calendarKinds, type CalendarEvent, type PerformanceEvent } from "./calendar-dates.ts";

/** What a calendar says of itself (RFC 7986). */
export interface CalendarProperties {
  readonly name: string;
  readonly description: string;
  /** Its own address, and that of a page about it, by property; null while the service's address is unknown. */
  readonly addresses: { readonly source: string; readonly url: string } | null;
}

// Without these, each would get a parameter with its type, which some readers stumble over. The package's types say
// nothing of its properties.
const knownProperties = ICAL.design.icalendar.property as Record<string, { defaultType: string }>;
for (const name of ["name", "x-wr-calname", "x-wr-caldesc"]) knownProperties[name] = { defaultType: "text" };
knownProperties["x-published-ttl"] = { defaultType: "duration" };

// A line has at most 75 octets; the package leaves out the space that begins a folded one.
ICAL.foldLength = 74;

/** A whole day, or a performance with its time. */
type AnyEvent = CalendarEvent | PerformanceEvent;

/** Identifies our dates and no host, so that they stay the same when the service moves. */
const uidDomain = "theatre-listings";
/** Some calendar apps ask every few minutes unless they are told. */
const refreshInterval = "PT12H";
const lastLine = "END:VCALENDAR\r\n";

/** The calendar (RFC 5545). It yields to the event loop, because a calendar can have thousands of events. */
export async function calendarText(properties: CalendarProperties, events: readonly AnyEvent[]): Promise<Buffer> {
  const turn = createYielder();
  const parts: Buffer[] = [Buffer.from(headOf(properties))];
  for (const event of events) {
    parts.push(eventText(event));
    await turn();
  }
  return Buffer.concat([...parts, Buffer.from(lastLine)]);
}

const maxBytes = 16 * 1024 * 1024;
const lately = new LRUCache<string, Buffer>({
  maxSize: maxBytes,
  sizeCalculation: (text, key) => text.length + key.length,
});

/** Written once: of a calendar that is made again, most events are the same, and writing one takes longer than all else. */
function eventText(event: AnyEvent): Buffer {
  // Each other change of an event changes these too.
  const key = `${event.id} ${event.sequence} ${event.changed_at}`;
  let text = lately.get(key);
  if (!text) lately.set(key, (text = Buffer.from(ICAL.stringify(componentOf(event)))));
  return text;
}

function headOf({ name, description, addresses }: CalendarProperties): string {
  const text = ICAL.stringify([
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//Theatre Listings//Calendars//EN"],
      ["calscale", {}, "text", "GREGORIAN"],
      ["method", {}, "text", "PUBLISH"],
      textProperty("name", name),
      textProperty("x-wr-calname", name),
      ["description", {}, "text", description],
      ["x-wr-caldesc", {}, "text", description],
      ...Object.entries<string>(addresses ?? {}).map(([property, address]) => [property, {}, "uri", address]),
      ["refresh-interval", {}, "duration", refreshInterval],
      ["x-published-ttl", {}, "duration", refreshInterval],
    ],
    [],
  ]);
  return text.slice(0, -lastLine.length);
}

/** As jCal (RFC 7265). */
function componentOf(event: AnyEvent): unknown[] {
  const { id, kind, date, summary, description, location, lat, lng, url, sequence, changed_at, cancelled_at } = event;
  const changedAt = `${changed_at.slice(0, "YYYY-MM-DDTHH:MM:SS".length)}Z`;
  const properties = [
    textProperty("uid", `${id}@${uidDomain}`),
    ["dtstamp", {}, "date-time", changedAt],
    ["last-modified", {}, "date-time", changedAt],
    ["sequence", {}, "integer", sequence],
    ...("starts_at" in event ? timesOf(event) : [["dtstart", {}, "date", date]]),
    textProperty("summary", summary),
    ...(description === null ? [] : [textProperty("description", description)]),
    ...(location === null ? [] : [textProperty("location", location)]),
    ...(lat === null || lng === null ? [] : [["geo", {}, "float", [lat, lng]]]),
    ...(url === null ? [] : [["url", {}, "uri", withoutSpaces(url)]]),
    ["categories", {}, "text", calendarKinds[kind]],
    ["status", {}, "text", cancelled_at === null ? "CONFIRMED" : "CANCELLED"],
    // What someone else plays does not make the reader busy.
    ["transp", {}, "text", "TRANSPARENT"],
  ];
  return ["vevent", properties, []];
}

function timesOf({ starts_at, ends_at }: PerformanceEvent): unknown[][] {
  return [["dtstart", {}, "date-time", starts_at], ...(ends_at === null ? [] : [["dtend", {}, "date-time", ends_at]])];
}

/** A property whose line ends the package escapes. Other control characters would break the line for some readers. */
function textProperty(name: string, value: string): unknown[] {
  return [name, {}, "text", withoutControls(value)];
}

/** The package writes an address as it is. */
function withoutSpaces(url: string): string {
  return withoutControls(url).replace(/\s/g, "%20");
}
