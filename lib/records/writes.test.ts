import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { useStaff } from "../../test/signed-in.ts";

/** Repetitions of the race; `RACES=2000 npm run test:unit -- writes` runs more. */
const races = Number(process.env["RACES"] ?? 10);
const racesMilliseconds = 60_000 + races * 200;

describe.each(databaseKinds)("records that refer to each other (%s)", (databaseKind) => {
  const service = useService(databaseKind);
  const staff = useStaff(service);

  const create = async (path: string, body: unknown) => (await staff.send("POST", path, body)).body.id;
  const status = async (path: string) => (await service.get(`/api/${path}`)).status;
  const read = async (path: string): Promise<unknown> => (await service.get(`/api/${path}`)).json();
  const revert = (entry: { id: string } | undefined) => staff.send("POST", `activity/${entry?.id}/revert`);

  /** A production of a new show in a new house, with two roles and three cast members. */
  async function aProduction() {
    const show = await create("shows", { name: "The Pier", type: "play" });
    const theatre = await create("theatres", { name: "The Barn" });
    const production = await create("productions", { show_id: show, theatre_id: theatre, opening_date: "2026-12-01" });
    const person = await create("people", { name: "Ada Quill" });
    const roles = [
      await create("roles", { name: "Nell", production_id: production }),
      await create("roles", { name: "Tom", production_id: production }),
    ];
    const part = { person_id: person, production_id: production };
    const cast = [
      await create("cast-members", { ...part, role_id: roles[0], role_type: "principal" }),
      await create("cast-members", { ...part, role_id: roles[1], role_type: "understudy" }),
      await create("cast-members", { ...part, role_type: "swing" }),
    ];
    return { show, theatre, production, person, roles, cast };
  }

  test("a record that others refer to is not deleted, and the response counts them", async () => {
    const { show, theatre, production, person, roles } = await aProduction();
    await staff.send("PUT", `theatres/${theatre}`, { current_show_id: show });

    for (const [path, references] of [
      [`shows/${show}`, { theatres: 1, productions: 1 }],
      [`shows/${show}?cascade=true`, { theatres: 1, productions: 1 }],
      [`theatres/${theatre}?cascade=true`, { productions: 1 }],
      [`productions/${production}`, { "cast-members": 3, roles: 2 }],
      [`productions/${production}?cascade=1`, { "cast-members": 3, roles: 2 }],
      [`people/${person}`, { "cast-members": 3 }],
      [`roles/${roles[0]}?cascade=false`, { "cast-members": 1 }],
    ] as const) {
      const refused = await staff.send("DELETE", path);
      expect({ path, ...refused }).toMatchObject({ path, status: 409, body: { error: "Conflict", references } });
    }
  });

  test("a requested cascade deletes all dependants, and is undone as a whole with the old ids", async () => {
    const { production, roles, cast } = await aProduction();
    const all = [
      `productions/${production}`,
      ...roles.map((id) => `roles/${id}`),
      ...cast.map((id) => `cast-members/${id}`),
    ];
    const before = await Promise.all(all.map(read));

    expect((await staff.send("DELETE", `productions/${production}?cascade=true`)).status).toBe(200);
    expect(await Promise.all(all.map(status))).toEqual(all.map(() => 404));
    const entries = await staff.activity(6);
    expect(new Set(entries.map((entry) => entry["change_id"])).size).toBe(1);

    const reverted = await revert(entries[3]);
    expect([reverted.status, reverted.body.id]).toEqual([200, entries[3]?.["record_id"]]);
    expect(await Promise.all(all.map(read))).toEqual(before);
  });

  test("conflicts between fields are reported together with invalid fields", async () => {
    const [here, there] = [await aProduction(), await aProduction()];
    const wrongOf = async (method: string, path: string, body: object) => {
      const { issues } = (await staff.send(method, path, body)).body as unknown as { issues: { path: string }[] };
      return issues.map((issue) => issue.path).sort();
    };
    const production = { theatre_id: "palace", opening_date: "2027-01-01", closing_date: "2026-12-31", surprise: 1 };

    const wrong = ["closing_date", "show_id", "surprise"];
    expect(await wrongOf("POST", "productions", production)).toEqual(wrong);
    const unknown = { ...production, show_id: "nothing" };
    expect(await wrongOf("PUT", `productions/${here.production}`, unknown)).toEqual(wrong);
    const change = { role_id: there.roles[0], billing_order: 0, person_id: "nothing" };
    const place = `cast-members/${here.cast[0]}`;
    expect(await wrongOf("PUT", place, change)).toEqual(["billing_order", "person_id", "role_id"]);
    // A rule between fields needs each of them to be valid.
    expect(await wrongOf("PUT", `productions/${here.production}`, { closing_date: "soon" })).toEqual(["closing_date"]);
  });

  test("a change that a later one depends on can't be undone", async () => {
    const id = await create("shows", { name: "First", type: "play" });
    const [creation] = await staff.activity(1);
    await staff.send("PUT", `shows/${id}`, { name: "Second" });
    const [update] = await staff.activity(1);
    expect((await revert(creation)).status).toBe(409);
    await staff.send("PUT", `shows/${id}`, { name: "Third" });
    expect((await revert(update)).status).toBe(409);

    const [third] = await staff.activity(1);
    expect((await revert(third)).body).toMatchObject({ name: "Second" });
    expect((await revert(update)).body).toMatchObject({ name: "First" });
    const undone = await revert(creation);
    expect([undone.status, undone.body["name"], await status(`shows/${id}`)]).toEqual([200, "First", 404]);
    const [last] = await staff.activity(1);
    expect(last).toMatchObject({ action: "revert", record_id: id, after: null });
    expect((await revert(last)).body).toMatchObject({ id, name: "First" });
  });

  test("a deletion whose parent no longer exists can't be undone, and nothing is changed", async () => {
    const { show, production, roles } = await aProduction();
    await staff.send("DELETE", `productions/${production}?cascade=true`);
    const [entry] = await staff.activity(1);
    await staff.send("DELETE", `shows/${show}`);
    expect((await revert(entry)).status).toBe(409);
    expect(await Promise.all([`productions/${production}`, `roles/${roles[0]}`].map(status))).toEqual([404, 404]);
  });

  test(
    "deleting a show while a production is added leaves no orphan",
    async () => {
      for (let round = 0; round < races; round += 1) {
        const id = await create("shows", { name: `Raced ${round}`, type: "play" });
        const body = { show_id: id, theatre_id: "palace", opening_date: "2027-01-01" };
        const [deletion, addition] = await Promise.all([
          staff.send("DELETE", `shows/${id}`),
          staff.send("POST", "productions", body),
        ]);
        expect(["200 400", "409 201"]).toContain(`${deletion.status} ${addition.status}`);
        const added = await (await service.get(`/api/productions?show_id=${id}`)).json();
        expect(added).toHaveLength(deletion.status === 200 ? 0 : 1);
      }
    },
    racesMilliseconds,
  );
});
