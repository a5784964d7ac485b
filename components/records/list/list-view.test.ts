import { describe, expect, test } from "vitest";
import { recordShape } from "@/components/records/form/record-shape";
import { icons } from "@/lib/resources/icons";
import { resourceViews, paths } from "@/lib/resources/resource-views.browser";
import { resourceAt } from "@/lib/resources/resources";
import { shapes } from "@/lib/resources/shapes";
import { listView } from "./list-view";

describe.each(paths)("the view of %s", (path) => {
  test("names only fields of the schema, and shows each in a form and in a list", () => {
    const { columns, filters } = listView(path, shapes);
    const written = Object.keys(resourceAt(path).record.shape).filter((name) => name !== "id");

    expect(columns.at(-1)).toMatchObject({ id: "id", isExtra: true });
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
    expect(new Set(filters.map(({ id }) => id)).size).toBe(filters.length);
    const shown = recordShape(path, shapes[path]).fields.map(({ name }) => name);
    expect(shown.toSorted()).toEqual(written.toSorted());
    expect(written).toEqual(expect.arrayContaining(Object.keys(resourceViews[path].fields ?? {})));
  });

  test("has an icon, and loads the schema of the resource", async () => {
    expect(icons[path]).toBeDefined();
    expect(await resourceViews[path].schema()).toBe(resourceAt(path).record);
    expect(resourceAt(path)).toMatchObject({ path, repository: { path } });
  });
});
