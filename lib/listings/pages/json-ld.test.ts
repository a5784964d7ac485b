import { expect, test } from "vitest";
import type { PersonCredit } from "../casts/schema.browser.ts";
import { personJsonLd, showJsonLd, theatreJsonLd } from "./json-ld.ts";
import type { Run, ShowView } from "./schema.browser.ts";

/** The types of schema.org that the pages use, each with those that it extends. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  TheaterEvent: ["Event", "Thing"],
  PerformingArtsTheater: ["CivicStructure", "Place", "Thing"],
  Person: ["Thing"],
  CreativeWork: ["Thing"],
  PostalAddress: ["ContactPoint", "StructuredValue", "Intangible", "Thing"],
  GeoCoordinates: ["StructuredValue", "Intangible", "Thing"],
};

/** Its properties: the types that have one, and what its value can be. */
const properties: Readonly<Record<string, { of: readonly string[]; is: readonly string[] }>> = {
  name: { of: ["Thing"], is: ["Text"] },
  url: { of: ["Thing"], is: ["URL"] },
  sameAs: { of: ["Thing"], is: ["URL"] },
  image: { of: ["Thing"], is: ["URL"] },
  description: { of: ["Thing"], is: ["Text"] },
  alternateName: { of: ["Thing"], is: ["Text"] },
  startDate: { of: ["Event"], is: ["Date"] },
  endDate: { of: ["Event"], is: ["Date"] },
  eventAttendanceMode: { of: ["Event"], is: ["URL"] },
  location: { of: ["Event"], is: ["Place"] },
  performer: { of: ["Event"], is: ["Person"] },
  address: { of: ["Place", "Person"], is: ["PostalAddress"] },
  geo: { of: ["Place"], is: ["GeoCoordinates"] },
  maximumAttendeeCapacity: { of: ["Event", "Place"], is: ["Integer"] },
  event: { of: ["Place"], is: ["Event"] },
  performerIn: { of: ["Person"], is: ["Event"] },
  streetAddress: { of: ["PostalAddress"], is: ["Text"] },
  postalCode: { of: ["PostalAddress"], is: ["Text"] },
  addressLocality: { of: ["PostalAddress"], is: ["Text"] },
  addressCountry: { of: ["PostalAddress"], is: ["Text"] },
  latitude: { of: ["GeoCoordinates", "Place"], is: ["Number"] },
  longitude: { of: ["GeoCoordinates", "Place"], is: ["Number"] },
};

/** What a node has that schema.org does not know, each as a sentence. */
function mistakesOf(node: Record<string, unknown>): string[] {
  const type = String(node["@type"]);
  const ancestors = kinds[type];
  if (!ancestors) return [`There is no type ${type}.`];
  return Object.entries(node).flatMap(([name, value]) => {
    if (name.startsWith("@")) return [];
    const property = properties[name];
    if (!property) return [`There is no property ${name}.`];
    if (!property.of.some((one) => one === type || ancestors.includes(one))) return [`${type} has no ${name}.`];
    return [value].flat().flatMap((one: unknown) => mistakesOfValue(`${type}.${name}`, property.is, one));
  });
}

function mistakesOfValue(name: string, expected: readonly string[], value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    const node = value as Record<string, unknown>;
    const type = String(node["@type"]);
    const fits = expected.some((one) => one === type || kinds[type]?.includes(one));
    return [...(fits ? [] : [`${name} can't be a ${type}.`]), ...mistakesOf(node)];
  }
  const fits = {
    Text: typeof value === "string" && value !== "",
    URL: typeof value === "string" && URL.canParse(value),
    Date: typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
    Integer: Number.isInteger(value),
    Number: typeof value === "number",
  };
  const isFit = expected.some((one) => one in fits && fits[one as keyof typeof fits]);
  return isFit ? [] : [`${name} can't be ${JSON.stringify(value)}.`];
}

function nodesOf(data: object): Record<string, unknown>[] {
  const document = data as Record<string, unknown>;
  expect(document["@context"]).toBe("https://schema.org");
  return (document["@graph"] as Record<string, unknown>[] | undefined) ?? [document];
}

const origin = "https://listings.example";
const run: Run = {
  id: "r",
  show: { id: "wicked", name: "Wicked", type: "musical" },
  theatre: { id: "apollo-victoria", name: "Apollo Victoria Theatre" },
  opening_date: "2006-09-27",
  closing_date: "2027-01-02",
  days: { first: "2006-09-07", last: "2027-01-02" },
  marks: [],
  verifiedOn: null,
};
const open: Run = { ...run, id: "open", closing_date: null, days: { first: "2026-01-01", last: null } };
const common = { today: "2026-11-23", provenance: { marks: [], verifiedOn: null }, footnotes: [] };
const alias = { name: "The Old Vic", kind: "former", from: null, to: null };
const days = [{ first: "2006-09-07", last: null }];
const show: ShowView = {
  ...common,
  aliases: [],
  show: {
    id: "wicked",
    name: "Wicked",
    type: "musical",
    description: "Witches </script>",
    image: "https://example.com/w.jpg",
    booking_until: null,
  },
  runs: [open, run],
  company: {
    run,
    day: "2025-03-14",
    missedDay: null,
    details: { press_night: null, running_minutes: null, intervals: null, age_from: null, booking_url: null },
    cast: [],
    members: [
      {
        id: "m",
        person: { id: "ada", name: "Ada" },
        role: null,
        role_type: "principal",
        covers: [],
        engagements: [],
        presence: { possible: days, certain: days },
        marks: [],
        verifiedOn: null,
      },
    ],
  },
};

test("a show's page has its runs as events, and who is certainly in the one that it shows", () => {
  const nodes = nodesOf(showJsonLd(show, origin));

  expect(nodes.flatMap(mistakesOf)).toEqual([]);
  expect(nodes.map((node) => node["@type"])).toEqual(["TheaterEvent", "TheaterEvent"]);
  expect(nodes[1]).toMatchObject({ startDate: "2006-09-07", performer: [{ name: "Ada" }] });
  expect(nodes[0]).not.toHaveProperty("endDate");
});

test("a show without a run is a work", () => {
  expect(nodesOf(showJsonLd({ ...show, runs: [], company: null }, origin)).flatMap(mistakesOf)).toEqual([]);
});

test("a theatre's page has its place and what runs there", () => {
  const theatre = {
    id: "apollo-victoria",
    name: "Apollo Victoria Theatre",
    address: "17 Wilton Road",
    postcode: "SW1V 1LG",
    lat: 51.49,
    lng: -0.14,
    capacity: 2328,
    current_show_id: null,
  };
  const page = { ...common, theatre, website: "https://example.com/", aliases: [alias], runs: [run, open] };
  const nothing = { ...theatre, address: null, postcode: null, lat: null, lng: null, capacity: null };

  expect(nodesOf(theatreJsonLd(page, origin)).flatMap(mistakesOf)).toEqual([]);
  const empty = { ...page, theatre: nothing, website: null, aliases: [], runs: [] };
  expect(nodesOf(theatreJsonLd(empty, origin)).flatMap(mistakesOf)).toEqual([]);
});

test("a person's page has what they performed in", () => {
  const person = { id: "ada", name: "Ada", bio: "Actor.", image: "https://example.com/a.jpg" };
  const production = {
    id: "r",
    show_id: "wicked",
    theatre_id: "apollo-victoria",
    opening_date: "2006-09-27",
    closing_date: null,
    show: { id: "wicked", name: "Wicked", type: "musical", description: null, image: null },
  } as const;
  const credits: PersonCredit[] = [{ production, theatre: run.theatre, cast_members: [] }];

  const [node] = nodesOf(personJsonLd({ ...common, person, aliases: [alias], credits }, origin));

  expect(mistakesOf(node ?? {})).toEqual([]);
  expect(node).toMatchObject({ performerIn: [{ "@type": "TheaterEvent", name: "Wicked" }] });
});

test("what schema.org does not know is noticed", () => {
  expect(mistakesOf({ "@type": "Person", startDate: "2025-01-01", performer: "x" })).toHaveLength(2);
  expect(mistakesOf({ "@type": "TheaterEvent", location: { "@type": "Person" } })).toHaveLength(1);
});
