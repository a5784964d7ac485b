import { expect, test } from "vitest";
import { readerOf, useDataset, useService } from "../../../test/service.ts";
import { castLedShow } from "../../../test/casts.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { personJsonLd, showJsonLd, theatreJsonLd } from "./json-ld.ts";
import { personPage, showPage, theatrePage } from "./record-pages.ts";

/** The types of schema.org that the pages use, each with those that it extends. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  TheaterEvent: ["Event", "Thing"],
  PerformingArtsTheater: ["CivicStructure", "Place", "Thing"],
  Person: ["Thing"],
  CreativeWork: ["Thing"],
  PostalAddress: ["ContactPoint", "StructuredValue", "Intangible", "Thing"],
  GeoCoordinates: ["StructuredValue", "Intangible", "Thing"],
};

/** Its properties, each with the types that have one, and what its value can be. */
const vocabulary = `
  name of Thing is Text
  description of Thing is Text
  alternateName of Thing is Text
  url of Thing is URL
  sameAs of Thing is URL
  image of Thing is URL
  startDate of Event is DateTime
  subEvent of Event is Event
  endDate of Event is Date
  eventAttendanceMode of Event is URL
  location of Event is Place
  performer of Event is Person
  director of Event is Person
  composer of Event is Person
  workPerformed of Event is CreativeWork
  author of CreativeWork is Person
  address of Place Person is PostalAddress
  geo of Place is GeoCoordinates
  maximumAttendeeCapacity of Event Place is Integer
  event of Place is Event
  performerIn of Person is Event
  streetAddress of PostalAddress is Text
  postalCode of PostalAddress is Text
  addressLocality of PostalAddress is Text
  addressCountry of PostalAddress is Text
  latitude of GeoCoordinates Place is Number
  longitude of GeoCoordinates Place is Number`;
const properties = new Map(
  [...vocabulary.matchAll(/(\w+) of (.+) is (\w+)/g)].map(([, name = "", of = "", is = ""]) => [
    name,
    { of: of.split(" "), is },
  ]),
);

/** What a node has that schema.org does not know, each as a sentence. */
function mistakesOf(node: Record<string, unknown>): string[] {
  const type = String(node["@type"]);
  const ancestors = kinds[type];
  if (!ancestors) return [`There is no type ${type}.`];
  return Object.entries(node).flatMap(([name, value]) => {
    if (name.startsWith("@")) return [];
    const property = properties.get(name);
    if (!property) return [`There is no property ${name}.`];
    if (!property.of.some((one) => one === type || ancestors.includes(one))) return [`${type} has no ${name}.`];
    return [value].flat().flatMap((one: unknown) => mistakesOfValue(`${type}.${name}`, property.is, one));
  });
}

function mistakesOfValue(name: string, expected: string, value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    const node = value as Record<string, unknown>;
    const type = String(node["@type"]);
    const fits = type === expected || kinds[type]?.includes(expected);
    return [...(fits ? [] : [`${name} can't be a ${type}.`]), ...mistakesOf(node)];
  }
  const fits: Record<string, boolean> = {
    Text: typeof value === "string" && value !== "",
    URL: typeof value === "string" && URL.canParse(value),
    Date: typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
    DateTime: typeof value === "string" && /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:00\+0[01]:00)?$/.test(value),
    Integer: Number.isInteger(value),
    Number: typeof value === "number",
  };
  return fits[expected] === true ? [] : [`${name} can't be ${JSON.stringify(value)}.`];
}

function nodesIn(data: object): Record<string, unknown>[] {
  const document = data as Record<string, unknown>;
  expect(document["@context"]).toBe("https://schema.org");
  return (document["@graph"] as Record<string, unknown>[] | undefined) ?? [document];
}

const origin = "https://listings.example";
const now = () => Date.parse("2026-11-23T12:00:00Z");
const dataset = useDataset(fastestDatabase, now);
const service = useService(fastestDatabase, { now });
const staff = useStaff(service);

test("the pages of all shows, theatres and people say nothing that schema.org does not know", async () => {
  const reader = await readerOf(dataset, now);
  const nodesOf = <View>(path: string, page: (id: string) => View | null, toJsonLd: (view: View) => object) =>
    [...reader.list(path)].flatMap(({ id }) => nodesIn(toJsonLd(page(id) ?? expect.fail(`${id} has no page.`))));
  const show = (id: string) => showPage(reader, id, null);
  const theatre = (id: string) => theatrePage(reader, id);
  const person = (id: string) => personPage(reader, id);
  const nodes = [
    ...nodesOf("shows", show, (view) => showJsonLd(view, origin)),
    ...nodesOf("theatres", theatre, (view) => theatreJsonLd(view, origin)),
    ...nodesOf("people", person, (view) => personJsonLd(view, origin)),
  ];

  expect(nodes.length).toBeGreaterThan(reader.list("people").count);
  expect(nodes.flatMap(mistakesOf)).toEqual([]);
});

test("a show is its runs as events, with who is certainly in the one that the page shows; without a run it is a work", async () => {
  const { show, first, people } = await castLedShow((method, path, body) => staff.send(method, path, body));
  const image = "https://example.com/w.jpg";
  await staff.send("PUT", `shows/${show}`, { description: "Zebras </script>", image });
  await staff.send("PUT", `people/${people[0]}`, { bio: "Actor.", image });
  for (const job of ["director", "composer", "book"])
    await staff.send("POST", "crew-members", { person_id: people[3], production_id: first, job });
  const schedule = [{ day: "fri", time: "19:30" }];
  await staff.send("PUT", `productions/${first}/details`, { schedule });
  const { body } = await staff.send("POST", "shows", { name: "Never Run", type: "play" });
  const reader = await readerOf(service, now);
  const nodesOfShow = (id: string) => nodesIn(showJsonLd(showPage(reader, id, "2025-03-14") ?? expect.fail(), origin));

  const [open, past] = nodesOfShow(show);
  expect([open, past].flatMap((node) => mistakesOf(node ?? expect.fail()))).toEqual([]);
  expect(open).not.toHaveProperty("endDate");
  expect(past).toMatchObject({ endDate: "2025-06-30", performer: [{ name: "Ada" }], image });
  expect(past).toMatchObject({
    startDate: "2025-01-10T19:30:00+00:00",
    subEvent: [{ "@type": "TheaterEvent", startDate: "2025-03-14T19:30:00+00:00" }],
  });
  const dee = [{ "@type": "Person", name: "Dee" }];
  expect(past).toMatchObject({ director: dee, composer: dee, workPerformed: { "@type": "CreativeWork", author: dee } });
  expect(nodesOfShow(String(body["id"]))).toMatchObject([{ "@type": "CreativeWork", name: "Never Run" }]);
  const person = personPage(reader, people[0] ?? expect.fail()) ?? expect.fail();
  expect(personJsonLd(person, origin)).toMatchObject({
    image,
    performerIn: [{ "@type": "TheaterEvent", startDate: "2025-01-10" }],
  });
});

test("what schema.org does not know is noticed", () => {
  expect(mistakesOf({ "@type": "Person", startDate: "2025-01-01", performer: "x" })).toHaveLength(2);
  expect(mistakesOf({ "@type": "TheaterEvent", location: { "@type": "Person" } })).toHaveLength(1);
});
