import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import type { CastEntry, PersonCredit, HousedProduction } from "./schema.browser.ts";

describe.each(databaseKinds)("credits, players and productions (%s)", (databaseKind) => {
  const service = useService(databaseKind, { now: () => Date.parse("2026-11-23T12:00:00Z") });
  const staff = useStaff(service);

  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body;
  const read = async <Body>(path: string) => (await (await service.get(`/api/${path}`)).json()) as Body;
  const makeRun = (show_id: unknown, opening_date: string) =>
    create("productions", { show_id, theatre_id: "palace", opening_date });
  async function join(production: { id?: unknown }, person: { id?: unknown }, more: object, details: object = {}) {
    const member = await create("cast-members", {
      production_id: production.id,
      person_id: person.id,
      role_type: "ensemble",
      ...more,
    });
    await staff.send("PUT", `cast-members/${member.id}/details`, details);
    return String(member.id);
  }

  test("a person's credits are the productions, newest first, with all entries of each", async () => {
    const show = await create("shows", { name: "A Show", type: "play" });
    const [old, young] = [await makeRun(show.id, "2001-05-01"), await makeRun(show.id, "2011-05-01")];
    const role = await create("roles", { name: "The Lead", production_id: young.id });
    const person = await create("people", { name: "Ada" });
    const swing = await join(old, person, { role_type: "swing" });
    const ensemble = await join(young, person, { billing_order: 2 }, { covers: [{ role_id: role.id }] });
    const lead = await join(young, person, { role_id: role.id, role_type: "principal", billing_order: 1 });

    const credits = await read<PersonCredit[]>(`people/${person.id}/credits`);

    const palace = { id: "palace", name: "Palace Theatre" };
    expect(credits.map(({ theatre, cast_members }) => [theatre, cast_members.map(({ id }) => id)])).toEqual([
      [palace, [lead, ensemble]],
      [palace, [swing]],
    ]);
    const listed = await read<object[]>(`productions?show_id=${String(show.id)}`);
    expect(credits.map(({ production }) => production)).toEqual(listed);
    const cast = await read<CastEntry[]>(`productions/${young.id}/cast`);
    expect(credits[0]?.cast_members).toEqual(cast);
    expect(cast[1]?.covers).toEqual([{ role_id: role.id, call_order: null, name: "The Lead" }]);
  });

  test("the players of a role are those who have it and those who cover it, by the earliest day", async () => {
    const run = await makeRun("hamilton", "2020-01-10");
    const role = await create("roles", { name: "The Lead", production_id: run.id });
    const person = async (name: string) => create("people", { name });
    const principal = { role_id: role.id, role_type: "principal" };
    const covers = [{ role_id: role.id, call_order: 1 }];
    await join(run, await person("Late"), principal, { engagements: [{ from: "2025-02-01" }] });
    await join(run, await person("First"), principal, { engagements: [{ from: "2020-03", to: "2021" }] });
    await join(run, await person("Cover"), {}, { engagements: [{ from: "2023" }], covers });
    await join(run, await person("Undated"), { role_type: "swing" }, { covers });
    await join(run, await person("Elsewhere"), {});

    const players = await read<CastEntry[]>(`roles/${role.id}/players`);

    expect(players.map(({ person: { name } }) => name)).toEqual(["Undated", "First", "Cover", "Late"]);
    expect(players.map(({ dated }) => dated)).toEqual([false, true, true, true]);
  });

  test("the productions of a show are the list's, with their theatres, oldest first", async () => {
    const show = await create("shows", { name: "Another Show", type: "play" });
    for (const day of ["2011-05-01", "1999-05-01", "2020-05-01"]) await makeRun(show.id, day);

    const productions = await read<HousedProduction[]>(`shows/${String(show.id)}/productions`);

    expect(productions.map(({ opening_date }) => opening_date)).toEqual(["1999-05-01", "2011-05-01", "2020-05-01"]);
    const listed = await read<object[]>(`productions?show_id=${String(show.id)}`);
    const theatre = { id: "palace", name: "Palace Theatre" };
    expect(productions).toEqual(listed.toReversed().map((entry) => ({ ...entry, theatre })));
    await staff.send("PUT", "theatres/palace", { name: "The Palace" });
    expect((await read<HousedProduction[]>(`shows/${String(show.id)}/productions`))[0]?.theatre.name).toBe(
      "The Palace",
    );
    await staff.send("PUT", "theatres/palace", { name: "Palace Theatre" });
  });

  test.each([
    ["people", "credits", "Person not found"],
    ["roles", "players", "Role not found"],
    ["shows", "productions", "Show not found"],
  ])("%s without %s have an empty list; an unknown id is 404, and a parameter 400", async (path, part, error) => {
    const run = await makeRun("hamilton", "2030-01-01");
    const { id } = await create(path, {
      name: "Nobody",
      ...(path === "roles" && { production_id: run.id }),
      ...(path === "shows" && { type: "play" }),
    });

    expect(await read(`${path}/${String(id)}/${part}`)).toEqual([]);
    const response = await service.get(`/api/${path}/${String(id)}/${part}`);
    const again = await service.get(`/api/${path}/${String(id)}/${part}`, {
      headers: { "If-None-Match": response.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect(await read(`${path}/nothing/${part}`)).toEqual({ error });
    expect((await service.get(`/api/${path}/nothing/${part}?x=1`)).status).toBe(404);
    expect((await service.get(`/api/${path}/${String(id)}/${part}?x=1`)).status).toBe(400);
  });

  test("the credits of a person who was merged name the survivor", async () => {
    const [one, other] = [await create("people", { name: "Bea" }), await create("people", { name: "B. Bee" })];
    await staff.send("POST", `people/${one.id}/merge`, { into: other.id });

    const response = await service.get(`/api/people/${one.id}/credits`);

    expect([response.status, response.headers.get("link")]).toEqual([
      404,
      `</api/people/${other.id}>; rel="successor-version", </docs/guides/errors#status-404>; rel="help"`,
    ]);
  });
});
