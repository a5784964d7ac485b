import { describe, expect, test } from "vitest";
import { sourcesForm } from "@/lib/records/schema.browser";
import { shapes } from "@/lib/resources/shapes";
import { documentPath, recordShape, toData, toValues, type RecordShape } from "./record-shape";

const shape: RecordShape = {
  path: "theatres",
  fields: [
    { name: "name", label: "Name", kind: "line" },
    { name: "capacity", label: "Capacity", kind: "number", isOptional: true },
    { name: "opened", label: "Opened", kind: "date", isOptional: true },
  ],
};

describe("a record in a form", () => {
  test("is text in every control, empty for null and missing values", () => {
    const values = toValues(shape, { id: "x", name: "Palace", capacity: 1400 });
    expect(values).toEqual({ name: "Palace", capacity: "1400", opened: "" });
  });

  const palace = { name: "Palace", capacity: null, opened: null };
  test.each([
    [
      { name: "Palace", capacity: "1400", opened: "3/9/2026" },
      { ...palace, capacity: 1400, opened: "2026-09-03" },
    ],
    [
      { name: "Palace", capacity: " -0.5 ", opened: " " },
      { ...palace, capacity: -0.5 },
    ],
    [{ name: "Palace", capacity: "", opened: "" }, palace],
    [
      { name: "", capacity: "1e3", opened: "soon" },
      { name: "", capacity: "1e3", opened: "soon" },
    ],
    [{}, { ...palace, name: "" }],
  ])("%j is sent as %j", (values, data) => {
    expect(toData(shape, values)).toEqual(data);
  });
});

describe("the details of a record in a form", () => {
  const details = recordShape("theatres", shapes.theatres, "details");
  const palace = {
    aliases: [{ name: "Royal English Opera House", kind: "former", from: "1891", to: "1892" }],
    external_ids: { wikidata: "Q1247239" },
    website: null,
  };

  test("are one text for each list and object, and survive a round trip", () => {
    const values = toValues(details, { id: "palace", ...palace });

    expect(values["external_ids"]).toBe('{"wikidata":"Q1247239"}');
    expect(toData(details, values)).toEqual(palace);
  });

  test("are empty lists and objects where nothing is known", () => {
    expect(toData(details, toValues(details, {}))).toEqual({ aliases: [], external_ids: {}, website: null });
  });
});

test("a document beside a record has its address below the record's", () => {
  expect(documentPath({ path: "people" }, "zoë")).toBe("/people/zo%C3%AB");
  expect(documentPath({ path: "people", part: "details" }, "ada")).toBe("/people/ada/details");
});

test("the form of the sources takes what it sends, for a field or for the whole record", () => {
  const sources = recordShape("theatres", shapes.theatres, "sources");
  const source = { name: "Programme", url: null, kind: "programme", read_on: "2026-11-23", note: null };
  const document = { sources: [null, "capacity"].map((field) => ({ ...source, field })) };

  expect(sourcesForm.parse(toData(sources, toValues(sources, document)))).toEqual(document);
  expect(sources.fields[0]?.memberWords?.["field"]?.options).toMatchObject({
    "": "Whole record",
    capacity: "Seats",
  });
});

test("a show and a theatre have the controls that their fields' types ask for", () => {
  const kinds = Object.fromEntries(
    [...shapes.shows.fields, ...shapes.theatres.fields].map((one) => [one.name, one.kind]),
  );
  expect(kinds).toMatchObject({ name: "line", description: "text", image: "url", capacity: "number", address: "text" });
});
