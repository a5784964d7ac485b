import { expect, test } from "vitest";
import { directoryWith } from "@/test/directory-with";
import { recordShape } from "@/components/records/form/record-shape";
import { isPath } from "@/lib/resources/resource-views.browser";
import { shapes } from "@/lib/resources/shapes";
import { proposedText } from "./proposed-text";

const six = { id: "six", name: "Six", type: "musical", description: null, image: null, booking_until: null } as const;
const shows = new Map(
  [six, { ...six, id: "cats", name: "Cats" }, { ...six, id: "cats-2", name: "Cats" }].map((one) => [one.id, one]),
);
const directory = directoryWith({ shows });
const hicks = { name: "Hicks", kind: "former", from: null, to: null };
const globe = { name: "The Globe", kind: "former", from: null, to: null };

test.each<[string, string, string | null, string?]>([
  ["theatres.name", " The\n Globe ", "The Globe"],
  ["theatres.address", "35 Shaftesbury Avenue\nLondon", "35 Shaftesbury Avenue\nLondon"],
  ["theatres.capacity", "1,232", "1232"],
  ["theatres.capacity", "about 915 seats", null],
  ["theatres.current_show_id", "SIX", "six"],
  ["theatres.current_show_id", "Cats", null],
  ["theatres.current_show_id", "Hamilton", null],
  ["shows.booking_until", "4 Dec 2027", "2027-12-04"],
  ["shows.booking_until", "tomorrow", "2026-10-03"],
  ["shows.booking_until", "Easter", null],
  ["shows.type", "Musical", "musical"],
  ["shows.type", "ballet", null],
  ["theatres.aliases", "The Globe", JSON.stringify([globe])],
  ["theatres.aliases", "The Globe", JSON.stringify([hicks, globe]), JSON.stringify([hicks])],
  ["theatres.aliases", "The Globe", JSON.stringify([globe]), JSON.stringify([globe])],
  ["theatres.external_ids", "Wikidata Q1", '{"imdb":"co1","wikidata":"Q1"}', '{"imdb":"co1"}'],
  ["theatres.external_ids", "https://www.wikidata.org/wiki/Q1", '{"wikidata":"Q1"}'],
  ["theatres.external_ids", "Q1", null],
  ["cast-members.covers", "Elphaba", null],
])("of %s, a reader’s %j is the text %j", (name, proposed, expected, now = "") => {
  const [path = "", member] = name.split(".");
  const known = isPath(path) ? path : "shows";
  const fields = [...recordShape(known, shapes[known]).fields, ...recordShape(known, shapes[known], "details").fields];
  const field = fields.find((one) => one.name === member);

  expect(field && proposedText(field, { proposed, on: "2026-10-02", directory }, now)).toBe(expected);
});
