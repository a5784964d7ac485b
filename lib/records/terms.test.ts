import { expect, test } from "vitest";
import { resourceViews } from "../resources/resource-views.browser.ts";
import { nameRecord } from "./terms.browser.ts";

const show = { id: "cats", name: "Cats" };
const run = { id: "r", show_id: "cats", theatre_id: "palace", opening_date: "1981-05-11" };
const records: Record<string, object> = {
  "shows cats": show,
  "theatres palace": { id: "palace", name: "Palace Theatre" },
  "people ada": { id: "ada", name: "Ada Quill" },
  "productions r": run,
  "roles grizabella": { id: "grizabella", name: "Grizabella" },
};
const find = (path: string, id: string) => records[`${path} ${id}`];

test("a record is labelled by its name, or by the names of the records that it refers to", () => {
  const assignment = { id: "a", person_id: "ada", production_id: "r" };

  expect(nameRecord(resourceViews, "shows", show, find)).toBe("Cats");
  expect(nameRecord(resourceViews, "productions", run, find)).toBe("Cats, Palace Theatre, 1981");
  expect(nameRecord(resourceViews, "cast-members", assignment, find)).toBe("Ada Quill in Cats, 1981");
  expect(nameRecord(resourceViews, "cast-members", { ...assignment, role_id: "grizabella" }, find)).toBe(
    "Ada Quill as Grizabella in Cats, 1981",
  );
  expect(nameRecord(resourceViews, "crew-members", { ...assignment, job: "lighting-designer" }, find)).toBe(
    "Ada Quill, lighting designer of Cats, 1981",
  );
});
