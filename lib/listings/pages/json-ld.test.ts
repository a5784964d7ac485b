import { expect, test } from "vitest";
import { CatalogueReader } from "../../catalogue/reader.ts";
import { castLedShow } from "../../../test/cast-led-show.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import { personJsonLd, showJsonLd, theatreJsonLd } from "./json-ld.ts";
import { personPage, theatrePage } from "./record-pages.ts";
import { showPage } from "./show-page.ts";

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
const now = () => Date.parse("2026-11-23T12:00:00Z");
const service = useService(fastestDatabase, { isOwn: true, now });
const staff = useStaff(service);
const read = async () => {
  const { catalogue, readVersions } = service.infrastructure;
  await catalogue.reach((await readVersions())?.data ?? null);
  return new CatalogueReader(catalogue, now);
};

test("the pages of all shows, theatres and people say nothing that schema.org does not know", async () => {
  const reader = await read();
  const nodesOn = <View>(path: string, page: (id: string) => View | null, toJsonLd: (view: View) => object) =>
    [...reader.list(path)].flatMap(({ id }) =>
      [page(id) ?? []].flat().flatMap((view) => nodesOf(toJsonLd(view as View))),
    );
  const nodes = [
    ...nodesOn(
      "shows",
      (id) => showPage(reader, id, null),
      (view) => showJsonLd(view, origin),
    ),
    ...nodesOn(
      "theatres",
      (id) => theatrePage(reader, id),
      (view) => theatreJsonLd(view, origin),
    ),
    ...nodesOn(
      "people",
      (id) => personPage(reader, id),
      (view) => personJsonLd(view, origin),
    ),
  ];

  expect(nodes.length).toBeGreaterThan(2_000);
  expect(nodes.flatMap(mistakesOf)).toEqual([]);
});

test("a show is its runs as events, with who is certainly in the one that the page shows; without a run it is a work", async () => {
  const { show, people } = await castLedShow((method, path, body) => staff.send(method, path, body));
  const image = "https://example.com/w.jpg";
  await staff.send("PUT", `shows/${show}`, { description: "Zebras </script>", image });
  await staff.send("PUT", `people/${people[0]}`, { bio: "Actor.", image });
  const { body } = await staff.send("POST", "shows", { name: "Never Run", type: "play" });
  const reader = await read();
  const nodesOfShow = (id: string) =>
    [showPage(reader, id, "2025-03-14") ?? []].flat().flatMap((view) => nodesOf(showJsonLd(view, origin)));

  const [open, past] = nodesOfShow(show);
  expect([open, past].flatMap((node) => mistakesOf(node ?? {}))).toEqual([]);
  expect(open).not.toHaveProperty("endDate");
  expect(past).toMatchObject({ startDate: "2025-01-10", endDate: "2025-06-30", performer: [{ name: "Ada" }], image });
  expect(nodesOfShow(String(body["id"]))).toMatchObject([{ "@type": "CreativeWork", name: "Never Run" }]);
  const person = personPage(reader, people[0] ?? "");
  expect(person && personJsonLd(person, origin)).toMatchObject({
    image,
    performerIn: [{ "@type": "TheaterEvent", startDate: "2025-01-10" }],
  });
});

test("what schema.org does not know is noticed", () => {
  expect(mistakesOf({ "@type": "Person", startDate: "2025-01-01", performer: "x" })).toHaveLength(2);
  expect(mistakesOf({ "@type": "TheaterEvent", location: { "@type": "Person" } })).toHaveLength(1);
});
