import { describe, expect, test } from "vitest";
import { z } from "zod";
import { id, reference } from "../core/fields.browser.ts";
import { resources } from "../resources/resources.ts";
import { linkResources } from "./link-resources.ts";
import { defineResource } from "./resource.ts";

function resourceNamed(path: string, fields: Record<string, z.ZodType>) {
  const record = z.strictObject({ id, ...fields });
  return defineResource({
    path,
    terms: { singular: path, plural: path },
    record,
    entry: record,
    filters: [],
    order: [],
  });
}

describe("the references in a schema", () => {
  const known: [path: string, references: string[], dependants: string[]][] = [
    ["shows", [], ["theatres.current_show_id", "productions.show_id"]],
    ["theatres", ["current_show_id"], ["productions.theatre_id"]],
    ["people", [], ["cast-members.person_id, deleted with it"]],
    ["roles", ["production_id"], ["cast-members.role_id, deleted with it", "cast-members.covers, cleared"]],
    [
      "productions",
      ["show_id", "theatre_id"],
      [
        "cast-members.production_id, deleted with it",
        "roles.production_id, deleted with it",
        "productions.transfer_of, cleared",
      ],
    ],
    ["cast-members", ["person_id", "production_id", "role_id"], []],
  ];

  test.each(known)("%s: their references and their dependants", (path, references, dependants) => {
    const resource = resources.find((one) => one.path === path);

    expect(Object.keys(resource?.references ?? {})).toEqual(references);
    expect(
      resource?.dependants
        .filter(({ repository }) => known.some(([one]) => one === repository.path))
        .map(
          ({ repository, field, cascade, clear }) =>
            `${repository.path}.${field}${cascade ? ", deleted with it" : ""}${clear ? ", cleared" : ""}`,
        ),
    ).toEqual(dependants);
  });

  test("a nullable field can be a reference", () => {
    const award = resourceNamed("awards", {
      show_id: reference("shows", { term: "show", onDelete: "restrict" }).nullable(),
    });
    const [shows] = linkResources([resourceNamed("shows", {}), award]);

    expect(shows?.dependants.map(({ field }) => field)).toEqual(["show_id"]);
  });

  test("a reference to an unlisted resource throws an error that names the list", () => {
    const award = resourceNamed("awards", { show_id: reference("shows", { term: "show", onDelete: "restrict" }) });

    expect(() => linkResources([award])).toThrow(
      'No resource "shows": lib/resources/resource-views.browser.ts does not list it.',
    );
  });
});
