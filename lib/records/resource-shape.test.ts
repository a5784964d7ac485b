import { describe, expect, test } from "vitest";
import { z } from "zod";
import { date, id, webAddress, name, reference, text } from "../core/fields.browser.ts";
import { shapes } from "../resources/shapes.ts";
import { linkResources } from "./link-resources.ts";
import { resourceShape } from "./resource-shape.ts";
import { defineResource } from "./resource.ts";
import type { ResourceTerms } from "./terms.browser.ts";

const word: ResourceTerms = { singular: "resource", plural: "resources" };
const show = z.strictObject({ id, name });
const now_id = reference("shows", { term: "show", onDelete: "restrict" }).nullable();
const house = z.strictObject({ id, name, now_id });
const award = z.strictObject({
  id,
  show_id: reference("shows", { term: "show", onDelete: "cascade" }),
  house_id: reference("houses", { term: "house", onDelete: "restrict" }),
  year: z.int().min(1900).max(2100),
  kind: z.enum(["play", "musical"]).nullable(),
  given_on: date,
  image: webAddress.nullable(),
  short: text(200),
  long: text(201).nullable(),
});
const awardTerms: ResourceTerms = {
  ...word,
  nameOf: (_record, named) => `${named({ show_id: "shows" })} at ${named({ house_id: "houses" })}`,
};
const base = { terms: word, filters: [], order: [] } as const;
const resources = linkResources([
  defineResource({ ...base, path: "shows", record: show, entry: show }),
  defineResource({ ...base, path: "houses", record: house, entry: house, isMergeable: true }),
  defineResource({
    ...base,
    path: "awards",
    terms: awardTerms,
    record: award,
    entry: award.extend({ show }),
    filters: ["show_id"],
  }),
]);

function shapeOf(path: string, terms = word) {
  const resource = resources.find((one) => one.path === path) ?? expect.fail(path);
  return resourceShape(resource, resources, terms);
}

describe("the shape of a resource that the browser gets", () => {
  test("contains the kind of each field, with its limits", () => {
    expect(shapeOf("awards").fields).toEqual([
      { name: "id", kind: "line" },
      { name: "show_id", kind: "reference", to: "shows", isEmbedded: true },
      { name: "house_id", kind: "reference", to: "houses" },
      { name: "year", kind: "number" },
      { name: "kind", isOptional: true, kind: "choice", options: ["play", "musical"] },
      { name: "given_on", kind: "date" },
      { name: "image", isOptional: true, kind: "url", maxLength: 2048 },
      { name: "short", kind: "line", maxLength: 200 },
      { name: "long", isOptional: true, kind: "text", maxLength: 201 },
    ]);
  });

  test("contains the fields of its details, with the members of lists and of external ids", () => {
    const members = [
      { name: "name", kind: "line", maxLength: 200 },
      { name: "kind", kind: "choice", options: ["former", "also", "legal"] },
      { name: "from", isOptional: true, kind: "partialDate" },
      { name: "to", isOptional: true, kind: "partialDate" },
    ];
    const schemes = ["wikidata", "isni", "imdb", "ibdb", "musicbrainz", "theatricalia"];
    expect(shapes.theatres.details).toEqual([
      { name: "aliases", kind: "list", members },
      { name: "external_ids", kind: "ids", schemes },
      { name: "website", isOptional: true, kind: "url", maxLength: 2048 },
    ]);
    const transfer = { name: "transfer_of", isOptional: true, kind: "reference", to: "productions" };
    expect(shapes.productions.details).toContainEqual(transfer);
    expect(shapeOf("awards").details).toBeUndefined();
  });

  test("lists the resources that its name needs and that a list entry does not embed", () => {
    expect(shapeOf("awards", awardTerms).namedBy).toEqual(["houses"]);
    expect(shapeOf("houses").namedBy).toEqual([]);
  });

  test("lists the fields that refer to it, required references first, which of them filter a list, and whether a deletion may cascade", () => {
    expect(shapeOf("shows")).toMatchObject({
      referrers: [
        { path: "awards", field: "show_id", isFilter: true },
        { path: "houses", field: "now_id" },
      ],
    });
    expect(shapeOf("houses")).toMatchObject({ referrers: [{ path: "awards", field: "house_id" }] });
    expect(shapeOf("awards")).toMatchObject({ referrers: [] });
  });

  test("says whether duplicates can be merged", () => {
    expect([shapeOf("houses").isMergeable, shapeOf("shows").isMergeable]).toEqual([true, undefined]);
  });
});
