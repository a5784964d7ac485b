import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";

const help = '</docs/guides/errors#status-404>; rel="help"';

describe.each(databaseKinds)("merging duplicates (%s)", (databaseKind) => {
  let n = 0;

  const service = useService(databaseKind);
  const staff = useStaff(service);

  const read = async (path: string) => (await (await service.get(`/api/${path}`)).json()) as Record<string, unknown>;
  const list = async (path: string) => (await read(path)) as unknown as (Record<string, unknown> & { id: string })[];
  const create = async (path: string, body: object) => {
    const { status, body: record } = await staff.send("POST", path, body);
    expect([status, record]).toEqual([201, record]);
    return record;
  };
  const put = (path: string, body: unknown) => staff.send("PUT", path, body);
  const merge = (path: string, into: string, more: object = {}, headers = {}) =>
    staff.send("POST", `${path}/merge`, { into, ...more }, headers);
  const pathsOf = ({ body }: { body: Record<string, unknown> }) =>
    ((body["issues"] ?? expect.fail("It was not refused.")) as { path: string }[]).map(({ path }) => path);
  const undo = async () => staff.send("POST", `activity/${(await staff.activity(1))[0]?.id}/revert`);
  const linkOf = async (path: string) => (await service.get(`/api/${path}`)).headers.get("link");
  const successor = ({ id }: { id: string }) => `</api/people/${id}>; rel="successor-version", ${help}`;
  const newPerson = (body: object = {}) => create("people", { name: `Person ${(n += 1)}`, ...body });
  const newRun = () => create("productions", { show_id: "hamilton", theatre_id: "palace", opening_date: "2025-03-10" });
  const source = (name: string) => ({ field: null, name, url: null, kind: "press", read_on: null, note: null });

  test("people: what referred to the first refers to the second, and equal rows become one", async () => {
    const one = await newPerson({ bio: "Trained in Leeds." });
    const other = await newPerson({ image: "https://example.com/a.jpg" });
    const [run, elsewhere] = [await newRun(), await newRun()];
    const role = await create("roles", { name: "The Lead", production_id: run.id });
    const swing = { production_id: run.id, role_type: "swing" };
    const twice = await create("cast-members", { ...swing, person_id: one.id });
    const kept = await create("cast-members", { ...swing, person_id: other.id });
    const only = await create("cast-members", { ...swing, production_id: elsewhere.id, person_id: one.id });
    const engagements = [{ from: "2025-04", to: "2025-05" }];
    await put(`cast-members/${twice.id}/details`, { engagements, covers: [{ role_id: role.id }] });
    await put(`cast-members/${kept.id}/details`, { engagements: [{ to: "2025-03-12" }, { from: "2026-01-01" }] });
    // The first engagement can't be any more.
    await put(`productions/${run.id}`, { opening_date: "2025-03-20" });
    const present = await read(`cast-members/${kept.id}/details`);
    expect(await put(`cast-members/${kept.id}/details`, present)).toMatchObject({ status: 200, body: present });
    await put(`cast-members/${twice.id}/sources`, { sources: [source("A")] });
    const external_ids = { imdb: "nm0000001", ibdb: "1" };
    await put(`people/${one.id}/details`, { aliases: [{ name: "P.", kind: "legal" }], external_ids });
    await put(`people/${other.id}/details`, { external_ids: { ibdb: "2" } });
    await put(`people/${one.id}/sources`, { sources: [source("A"), source("B")] });
    await put(`people/${other.id}/sources`, { sources: [source("B")] });
    const detailed = [`people/${one.id}`, `people/${other.id}`, `cast-members/${twice.id}`, `cast-members/${kept.id}`];
    const paths = ["people", "cast-members", ...detailed.map((path) => `${path}/details`)];
    const before = await Promise.all(paths.map(read));

    const merged = await merge(`people/${one.id}`, other.id);

    expect([merged.status, merged.body]).toEqual([200, { ...other, bio: "Trained in Leeds." }]);
    expect(merged.etag).toBe((await service.get(`/api/people/${other.id}`)).headers.get("etag"));
    const moved = (await list(`cast-members?person_id=${other.id}`)).map(({ id }) => id);
    expect(new Set(moved)).toEqual(new Set([kept.id, only.id]));
    expect(await read(`cast-members/${kept.id}/details`)).toMatchObject({
      engagements: [{ to: "2025-03-12" }, { from: "2025-04" }, { from: "2026-01-01" }],
      covers: [{ role_id: role.id }],
    });
    expect(await read(`cast-members/${kept.id}/sources`)).toMatchObject({ sources: [source("A")] });
    expect(await read(`people/${other.id}/details`)).toMatchObject({
      aliases: [
        { name: "P.", kind: "legal" },
        { name: one["name"], kind: "also", from: null, to: null },
      ],
      external_ids: { imdb: "nm0000001", ibdb: "2" },
    });
    expect(await read(`people/${other.id}/sources`)).toMatchObject({ sources: [source("B"), source("A")] });
    for (const below of ["", "/details", "/sources", "/credits", "/related"]) {
      const gone = await staff.ask("GET", `people/${one.id}${below}`);
      const error = "Person not found";
      expect([gone.status, await gone.json(), gone.headers.get("link")]).toEqual([404, { error }, successor(other)]);
    }
    expect((await undo()).status).toBe(200);
    expect(await Promise.all(paths.map(read))).toEqual(before);
    expect(await linkOf(`people/${one.id}`)).toBeNull();
  });

  test("a chain of merges names the last survivor, and no one once that is deleted", async () => {
    const [a, b, c] = [await newPerson(), await newPerson(), await newPerson()];
    await merge(`people/${a.id}`, b.id);
    await merge(`people/${b.id}`, c.id);

    for (const { id } of [a, b]) expect(await linkOf(`people/${id}`)).toBe(successor(c));
    expect((await staff.ask("PUT", `people/${a.id}`, {})).headers.get("link")).toContain(c.id);
    await staff.send("DELETE", `people/${c.id}`);
    expect(await linkOf(`people/${a.id}`)).toBe(help);
    expect(await linkOf("people/unknown")).toBe(help);
  });

  test("a merge that was undone and made again by undoing the undo is one again", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await merge(`people/${one.id}`, other.id);
    await undo();
    expect((await service.get(`/api/people/${one.id}`)).status).toBe(200);
    await undo();

    expect(await linkOf(`people/${one.id}`)).toContain(other.id);
    await undo();
    await staff.send("DELETE", `people/${one.id}`);
    expect(await linkOf(`people/${one.id}`)).toBe(help);
  });

  test("the survivor's values stay, unless the body says otherwise; the name that is lost becomes an alias", async () => {
    const [one, other] = [await newPerson({ bio: "Longer." }), await newPerson({ bio: "Short.", image: null })];

    const merged = await merge(`people/${one.id}`, other.id, { keep: { bio: "from", name: "from", image: "into" } });

    expect(merged.body).toEqual({ ...other, name: one["name"], bio: "Longer." });
    expect((await read(`people/${other.id}/details`))["aliases"]).toMatchObject([
      { name: other["name"], kind: "also" },
    ]);
    const [accent, plain] = [await newPerson({ name: "Zoë O’Hara-Ames" }), await newPerson({ name: "Zoe OHara Ames" })];
    await merge(`people/${accent.id}`, plain.id);
    expect((await read(`people/${plain.id}/details`))["aliases"]).toEqual([]);
  });

  test("shows and theatres", async () => {
    const show = await create("shows", { name: "The Gull", type: "play", description: "By a lake." });
    const other = await create("shows", { name: "The Seagull!", type: "drama" });
    const house = await create("theatres", { name: "The Old Barn", capacity: 300, current_show_id: show.id });
    const palace = await create("theatres", { name: "The Barn" });
    const run = await create("productions", { show_id: show.id, theatre_id: house.id, opening_date: "2026-01-01" });

    const shows = await merge(`shows/${show.id}`, other.id);
    expect(shows.body).toMatchObject({ type: "drama", description: "By a lake." });
    expect(await read(`theatres/${house.id}`)).toMatchObject({ current_show_id: other.id });
    const houses = await merge(`theatres/${house.id}`, palace.id);
    expect(houses.body).toMatchObject({ capacity: 300, current_show_id: other.id });
    expect(await read(`productions/${run.id}`)).toMatchObject({ show_id: other.id, theatre_id: palace.id });
    expect((await read(`theatres/${palace.id}/details`))["aliases"]).toMatchObject([{ name: "The Old Barn" }]);
  });

  test("roles of one production, with their covers", async () => {
    const run = await newRun();
    const one = await create("roles", { name: "Lead", production_id: run.id });
    const other = await create("roles", { name: "The Lead", production_id: run.id });
    const part = { person_id: (await newPerson()).id, production_id: run.id };
    const member = await create("cast-members", { ...part, role_id: one.id, role_type: "principal" });
    const covers = [{ role_id: one.id, call_order: 1 }, { role_id: other.id }];
    await put(`cast-members/${member.id}/details`, { covers });
    const cover = await create("cast-members", { ...part, role_type: "understudy" });
    await put(`cast-members/${cover.id}/details`, { covers: [{ role_id: one.id, call_order: 1 }] });
    const foreign = await create("roles", { name: "Lead", production_id: (await newRun()).id });

    expect(pathsOf(await merge(`roles/${one.id}`, foreign.id))).toEqual(["into"]);
    expect((await merge(`roles/${one.id}`, other.id)).status).toBe(200);

    expect(await read(`cast-members/${member.id}`)).toMatchObject({ role_id: other.id });
    const coversOf = async ({ id }: { id: string }) => (await read(`cast-members/${id}/details`))["covers"];
    expect(await coversOf(member)).toEqual([{ role_id: other.id, call_order: null }]);
    expect(await coversOf(cover)).toEqual([{ role_id: other.id, call_order: 1 }]);
    expect((await undo()).status).toBe(200);
    expect(await coversOf(member)).toHaveLength(2);
  });

  test("several are merged into one as one change, with the values chosen among all of them", async () => {
    const image = "https://example.com/b.jpg";
    const [a, b, c] = [await newPerson({ bio: "Of a." }), await newPerson({ bio: "Of b.", image }), await newPerson()];
    const run = await newRun();
    const swing = { production_id: run.id, role_type: "swing" };
    for (const { id } of [a, b]) await create("cast-members", { ...swing, person_id: id });
    await put(`people/${b.id}/details`, { external_ids: { ibdb: "2" } });
    const paths = ["people", "cast-members", ...[a, b, c].map(({ id }) => `people/${id}/details`)];
    const before = await Promise.all(paths.map(read));
    const tag = async ({ id }: { id: string }) => (await staff.send("GET", `people/${id}`)).etag ?? "";

    const others = [{ id: b.id, if_match: await tag(b), keep: { bio: "from", name: "into" } }];
    const more = { into_if_match: await tag(c), keep: { name: "from" }, others };
    const merged = await merge(`people/${a.id}`, c.id, more, { "if-match": await tag(a) });

    expect([merged.status, merged.body]).toEqual([200, { id: c.id, name: a["name"], bio: "Of b.", image }]);
    expect(await list(`cast-members?person_id=${c.id}`)).toHaveLength(1);
    expect(await read(`people/${c.id}/details`)).toMatchObject({
      aliases: [{ name: c["name"] }, { name: b["name"] }],
      external_ids: { ibdb: "2" },
    });
    for (const { id } of [a, b]) expect(await linkOf(`people/${id}`)).toBe(successor(c));
    expect(new Set((await staff.activity(5)).map(({ change_id }) => change_id)).size).toBe(1);
    expect((await undo()).status).toBe(200);
    expect(await Promise.all(paths.map(read))).toEqual(before);
  });

  test("one of several that has changed, is unknown, or is named twice refuses them all", async () => {
    const [a, b, c] = [await newPerson(), await newPerson(), await newPerson()];
    const refused = async (more: object) => merge(`people/${a.id}`, c.id, more);

    expect((await refused({ into_if_match: '"old"' })).status).toBe(412);
    expect((await refused({ others: [{ id: b.id, if_match: '"old"' }] })).status).toBe(412);
    const named = pathsOf(await refused({ others: [{ id: "unknown" }, { id: c.id }, { id: a.id }, { id: b.id }] }));
    expect(named).toEqual(["others.0.id", "others.1.id", "others.2.id"]);
    expect(pathsOf(await refused({ others: [{ id: 7 }, { id: b.id, x: 1 }] }))).toEqual(["others.0.id", "others.1.x"]);
    for (const { id } of [a, b, c]) expect((await service.get(`/api/people/${id}`)).status).toBe(200);
  });

  test("what can't be merged is refused, and nothing changes", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const place = `people/${one.id}`;

    expect(pathsOf(await merge(place, one.id))).toEqual(["into"]);
    expect(pathsOf(await merge(place, "unknown"))).toEqual(["into"]);
    expect(pathsOf(await staff.send("POST", `${place}/merge`, {}))).toEqual(["into"]);
    const strange = await merge(place, other.id, { keep: { bio: "both", surprise: "from" }, x: 1 });
    expect(pathsOf(strange).toSorted()).toEqual(["keep.bio", "keep.surprise", "x"]);
    expect((await staff.send("POST", "people/unknown/merge", { into: other.id })).status).toBe(404);
    expect((await merge(place, other.id, {}, { "if-match": '"old"' })).status).toBe(412);
    expect((await staff.send("POST", `${place}/merge?x=1`, { into: other.id })).status).toBe(400);
    expect((await staff.send("POST", "productions/six-vaudeville-2021/merge", { into: "x" })).status).toBe(404);
    expect((await service.get(`/api/${place}`)).status).toBe(200);
  });
});
