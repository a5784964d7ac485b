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
  const inRuns = ["cast-members.production_id, deleted with it", "roles.production_id, deleted with it"];
  const known: [path: string, references: string[], dependants: string[]][] = [
    ["shows", [], ["theatres.current_show_id", "productions.show_id"]],
    ["theatres", ["current_show_id"], ["productions.theatre_id"]],
    ["people", [], ["cast-members.person_id, deleted with it"]],
    ["roles", ["production_id"], ["cast-members.role_id, deleted with it", "cast-members.covers, cleared"]],
    ["productions", ["show_id", "theatre_id"], [...inRuns, "productions.transfer_of, cleared"]],
    ["cast-members", ["person_id", "production_id", "role_id"], []],
  ];

  test.each(known)("%s: their references and their dependants", (path, references, dependants) => {
    const resource = resources.find((one) => one.path === path) ?? expect.fail();
    const found = resource.dependants.filter(({ owner }) => known.some(([one]) => one === owner.path));

    expect(resource.references.map(({ field }) => field)).toEqual(references);
    const words = { restrict: "", cascade: ", deleted with it", clear: ", cleared" };
    const told = found.map(({ owner, field, onDelete }) => `${owner.path}.${field}${words[onDelete]}`);
    expect(told).toEqual(dependants);
  });

  test("a reference to an unlisted resource throws an error that names the list", () => {
    const award = resourceNamed("awards", { show_id: reference("shows", { term: "show", onDelete: "restrict" }) });

    expect(() => linkResources([award])).toThrow(
      'No resource "shows": lib/resources/resource-views.browser.ts does not list it.',
    );
  });
});
