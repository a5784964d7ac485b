import { describe, expect, test } from "vitest";
import { recordShape } from "@/components/records/form/record-shape";
import type { ResourceTerms } from "@/lib/records/terms.browser";
import type { ResourceView } from "@/lib/records/view.browser";
import { icons } from "@/lib/resources/icons";
import { resourceViews, paths } from "@/lib/resources/resource-views.browser";
import { resourceAt } from "@/lib/resources/resources";
import { shapes } from "@/lib/resources/shapes";
import { directoryWith } from "@/test/directory-with";
import { listView } from "./list-view";

const palace = { id: "palace", name: "Palace", address: null, postcode: null, lat: 51.5, lng: null, capacity: 1400 };
const directory = directoryWith({ theatres: new Map([["palace", { ...palace, current_show_id: null }]]) });
const context = { directory, today: "2026-02-27" };
const show = { id: "cats", name: "Cats", type: "musical" as const, description: null, image: null };
const dates = { opening_date: "1981-05-11", closing_date: null };
const run = { id: "cats-palace", show_id: "cats", theatre_id: "palace", ...dates, show };

/** A view with only the required settings. */
const bare = ({ singular, plural, nameOf, schema }: ResourceTerms & Pick<ResourceView<unknown>, "schema">) => ({
  singular,
  plural,
  ...(nameOf && { nameOf }),
  schema,
});

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

describe("a list without settings of its own", () => {
  test("shows every field: records by their names, days in words, what is null as nothing", () => {
    const { columns, filters, order, needs } = listView("productions", shapes, bare(resourceViews.productions));

    expect(columns.map(({ title }) => title)).toEqual(["Show", "Theatre", "Opens", "Closes", "ID"]);
    const cells = columns.map(({ text, cell }) => cell?.(run, context) ?? text(run, context));
    expect(cells).toEqual(["Cats", "Palace", "11 May 1981", "", "cats-palace"]);
    expect({ filters, order, needs }).toEqual({ filters: [], order: "show", needs: ["theatres"] });
  });

  test("starts with the name, filters by choices, and sorts numbers numerically", () => {
    const shows = listView("shows", shapes, bare(resourceViews.shows));
    const { columns } = listView("theatres", shapes, bare(resourceViews.theatres));
    const capacity = columns.find(({ id }) => id === "capacity");

    expect(shows.columns[0]?.id).toBe("name");
    expect(shows.filters.map(({ id }) => id)).toEqual(["type"]);
    expect(capacity?.sortValue?.({ ...palace, current_show_id: null }, context)).toBe(1400);
  });
});
