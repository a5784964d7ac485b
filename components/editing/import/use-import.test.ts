import { expect, test } from "vitest";
import type { PlannedImportRow } from "@/lib/editing/imports/schema.browser";
import { choiceForAll, rowDetails, withChoices } from "./use-import";

const effect = { id: null, issues: [], differences: [], doubts: [] };
const bio = { field: "bio", label: "Biography", before: null, after: "Actor" };

function row(number: number, ids: readonly string[]): PlannedImportRow {
  const uses = ids.flatMap((id) => [
    { ...effect, choice: `update:${id}`, label: "Use", outcome: "changed" as const, id, differences: [bio] },
    { ...effect, choice: `keep:${id}`, label: "Keep", outcome: "unchanged" as const, id, differences: [bio] },
  ]);
  const create = { ...effect, choice: "create", label: "Create another", outcome: "created" as const };
  const [only, ...others] = uses;
  const usual = only && others.length === 1 ? only : { ...effect, outcome: "refused" as const, choice: null };
  const { outcome, id, differences } = usual;
  const choices = [...uses, create];
  return { ...effect, row: number, label: "Cate", outcome, id, differences, chosen: usual.choice, choices };
}

test("a choice for all leaves a name that several records have to the editor, unless another is created", () => {
  const rows = [row(2, ["cate"]), row(3, ["ian-1", "ian-2"])];

  expect([...choiceForAll(rows, "keep")]).toEqual([[2, "keep:cate"]]);
  expect([...choiceForAll(rows, "create")]).toEqual([
    [2, "create"],
    [3, "create"],
  ]);
});

test("a row shows what its choice does", () => {
  const rows = [row(2, ["cate"])];
  const shown = (choice: string) =>
    withChoices({ rows } as Parameters<typeof withChoices>[0], new Map([[2, choice]])).flatMap(rowDetails);

  expect(rows.flatMap(rowDetails)).toEqual(["uses cate", "Biography: empty → Actor"]);
  expect(shown("keep:cate")).toEqual(["uses cate", "left out: Biography: empty → Actor"]);
  expect(shown("create")).toEqual([]);
});
