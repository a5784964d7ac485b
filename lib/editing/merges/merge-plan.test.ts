import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { mergePlan } from "./schema.browser.ts";
import { distinctValues, suggestOwner } from "./plan-merge.ts";

describe("the plan of a merge", () => {
  const service = useService(fastestDatabase);
  const staff = useStaff(service);
  const run = "hamilton-victoria-palace-2017";

  const read = async (path: string) => (await staff.send("GET", path)).body;
  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body.id;
  const merge = (id: string, body: object) => staff.send("POST", `people/${id}/merge`, body);
  const plan = async (id: string, body: object) => mergePlan.parse((await merge(id, { ...body, dry_run: true })).body);

  interface Person {
    name: string;
    bio: string | null;
    image: string | null;
    alias: string | null;
    ids: Record<string, string>;
    roles: readonly string[];
  }

  async function newPerson({ name, bio, image, alias, ids, roles }: Person) {
    const id = await create("people", { name, bio, image });
    const aliases = alias === null ? [] : [{ name: alias, kind: "former" }];
    await staff.send("PUT", `people/${id}/details`, { aliases, external_ids: ids });
    for (const role_type of roles) await create("cast-members", { person_id: id, production_id: run, role_type });
    return id;
  }

  const choice = fc.constantFrom("from" as const, "into" as const, undefined);
  const person = fc.record<Person>({
    name: fc.constantFrom("Ann Bell", "ANN BELL", "Änn Bell", "Bea Cole"),
    bio: fc.option(fc.constantFrom("Born in Hull.", "Trained in Leeds.")),
    image: fc.option(fc.constant("https://example.com/a.jpg")),
    alias: fc.option(fc.constantFrom("Nan", "Ann Bell")),
    ids: fc.dictionary(fc.constantFrom("ibdb", "theatricalia"), fc.constantFrom("1", "2")),
    roles: fc.uniqueArray(fc.constantFrom("swing", "standby", "understudy")),
  });
  const keep = fc.record({ name: choice, bio: choice, image: choice });

  test("is what the merge of generated records then does, and writes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 2, maxLength: 3 }), keep, keep, async (people, first, second) => {
        const ids: string[] = [];
        for (const one of people) ids.push(await newPerson(one));
        const [into = "", from = "", other] = ids;
        const body = { into, keep: first, others: other === undefined ? [] : [{ id: other, keep: second }] };
        const newest = await staff.activity(1);
        const before = await read(`people/${into}/details`);

        const planned = await plan(from, body);
        expect([await staff.activity(1), await read(`people/${into}/details`)]).toEqual([newest, before]);
        const merged = await merge(from, body);

        const { details, sources, ...record } = planned.survivor;
        expect([merged.status, merged.body]).toEqual([200, record]);
        expect(await read(`people/${into}/details`)).toMatchObject(details ?? {});
        expect(await read(`people/${into}/sources`)).toMatchObject({ sources });
        for (const { field, kept, values } of planned.fields)
          expect([field, values.find(({ ids: of }) => of.includes(kept))?.value]).toEqual([field, record[field]]);
        for (const { id } of planned.moves)
          if (!planned.joins.some((one) => one.id === id))
            expect(await read(`cast-members/${id}`)).toMatchObject({ person_id: into });
        for (const { id, into: twin } of planned.joins) {
          expect((await staff.send("GET", `cast-members/${id}`)).status).toBe(404);
          expect(await read(`cast-members/${twin}`)).toMatchObject({ person_id: into });
        }
        const credits = (await read(`cast-members?person_id=${into}`)) as unknown as { id: string }[];
        const own = planned.records.at(-1)?.references ?? [];
        const left = [...own, ...planned.moves].filter(({ id }) => !planned.joins.some((one) => one.id === id));
        expect(credits.map(({ id }) => id).toSorted()).toEqual(left.map(({ id }) => id).toSorted());
        const names = (document: object) => ("aliases" in document ? (document.aliases as { name: string }[]) : []);
        const gained = names(await read(`people/${into}/details`)).map(({ name }) => name);
        const held = new Set(names(before).map(({ name }) => name));
        expect(planned.aliases).toEqual(gained.filter((name) => !held.has(name)));
      }),
      { numRuns: 12 },
    );
  });

  test("names what refers to each record, the better survivor and values, and the ids that clash", async () => {
    const plain = { name: "Zed Quux", bio: null, image: null, alias: null, ids: {}, roles: [] };
    const ids = { ibdb: "1", imdb: "nm0000001" };
    const known = await newPerson({ ...plain, bio: "Born in Hull.", ids: { ibdb: "2" }, roles: ["swing", "standby"] });
    const other = await newPerson({ ...plain, name: "Zéd Quux", alias: "Z. Quux", ids, roles: ["swing"] });

    const planned = await plan(known, { into: other });

    expect(planned).toMatchObject({ into: other, suggested: known, aliases: [] });
    expect(planned.records.map(({ id, label, names, references }) => [id, label, names, references.length])).toEqual([
      [known, "Zed Quux", ["Zed Quux"], 2],
      [other, "Zéd Quux", ["Zéd Quux", "Z. Quux"], 1],
    ]);
    expect(planned.moves.map(({ label, field }) => [label, field])).toEqual([
      ["Zed Quux in Hamilton, 2017", "person_id"],
    ]);
    expect(planned.joins).toHaveLength(1);
    expect(planned.fields.find(({ field }) => field === "bio")).toEqual({
      ...{ field: "bio", label: "Biography", kept: known, suggested: known },
      values: [
        { value: "Born in Hull.", words: "Born in Hull.", ids: [known] },
        { value: null, words: null, ids: [other] },
      ],
    });
    expect(planned.clashes).toEqual([{ field: "external_ids", key: "ibdb", kept: "1", lost: ["2"] }]);
    expect(planned.lists.map(({ label }) => label)).toEqual(["Other names", "IDs elsewhere"]);
  });

  test("a record that is gone is named with the one that it was merged into, and a dry run is a boolean", async () => {
    const plain = { name: "Yves", bio: null, image: null, alias: null, ids: {}, roles: [] };
    const [a, b, c] = [await newPerson(plain), await newPerson(plain), await newPerson(plain)];
    await merge(a, { into: b });

    const issuesOf = async (id: string, body: object) => (await merge(id, { dry_run: true, ...body })).body["issues"];
    expect(await issuesOf(c, { into: a })).toEqual([{ path: "into", message: `has been merged into ${b}` }]);
    expect(await issuesOf(c, { into: b, others: [{ id: "unknown" }] })).toEqual([
      { path: "others.0.id", message: "does not exist" },
    ]);
    expect(await issuesOf(c, { into: b, dry_run: "yes" })).toMatchObject([{ path: "dry_run" }]);
    expect((await merge(c, { into: b, into_if_match: '"old"', dry_run: true })).status).toBe(412);
  });
});

describe("the suggested value of a field", () => {
  const plain = { id: "plain", name: "Zed Quux", bio: null, image: null };
  const accented = { id: "accented", name: "Zéd Quux", bio: "Born in Hull.", image: "https://example.com/z.jpg" };
  const longer = { id: "longer", name: "ZED QUUX", bio: "Born in Hull, trained in Leeds.", image: null };
  const named = { ...plain, id: "other", name: "Ánn Béll" };
  const unsafe = { ...plain, image: "http://example.com/z.jpg" };

  test.each([
    ["the one with accents, the longer, the only", "plain", [plain, accented, longer], "accented longer accented"],
    ["the survivor's where that is as good", "accented", [accented, longer], "accented longer accented"],
    ["the survivor's where no one has one", "plain", [plain, { ...plain, id: "twin" }], "plain plain plain"],
    ["the survivor's name, when the other has another", "plain", [plain, named], "plain plain plain"],
    ["an https image", "plain", [unsafe, accented], "accented accented accented"],
    ["the name that is not in capitals", "longer", [longer, { ...plain, bio: null }], "plain longer longer"],
  ])("is %s", (_what, survivor, records, owners) => {
    const kinds = { name: "line", bio: "text", image: "url" } as const;
    const suggested = Object.entries(kinds).map(([field, kind]) =>
      suggestOwner(kind, distinctValues(records, field), survivor),
    );
    expect(suggested.join(" ")).toBe(owners);
  });
});
