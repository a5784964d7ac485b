import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { useInstances } from "../../test/instances.ts";
import { staffClient, useStaff } from "../../test/staff-client.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };

describe.each(databaseKinds)("the ids of new records (%s)", (databaseKind) => {
  const instances = useInstances(databaseKind, () => ({ settings: highLimits }));
  const [service] = instances;
  const staff = useStaff(service);

  const created = async (resource: string, body: object): Promise<string> => {
    const answer = await staff.send("POST", resource, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  const show = (name: string) => created("shows", { name, type: "play" });
  const remove = async (place: string) => expect((await staff.send("DELETE", place)).status).toBe(200);
  const undoLast = async () => {
    const [entry] = await staff.activity(1);
    expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);
  };

  test("are made of the names that identify them", async () => {
    const show_id = await show("The Storm Petrel");
    const theatre_id = await created("theatres", { name: "The King’s Head" });
    const person_id = await created("people", { name: "Zoë O'Hara" });
    const production_id = await created("productions", { show_id, theatre_id, opening_date: "2027-03-01" });
    const role_id = await created("roles", { name: "Irina Arkádina", production_id });
    const assignment = { person_id, production_id, role_id, role_type: "principal" };

    expect([show_id, theatre_id, person_id, production_id, role_id, await created("cast-members", assignment)]).toEqual(
      [
        "the-storm-petrel",
        "the-kings-head",
        "zoe-ohara",
        "the-storm-petrel-the-kings-head-2027",
        "the-storm-petrel-the-kings-head-2027--irina-arkadina",
        "the-storm-petrel-the-kings-head-2027--zoe-ohara",
      ],
    );
  });

  test("are numbered when a record has the name already", async () => {
    expect([await show("Smirnov"), await show("SMIRNOV!"), await show("Smirnov 3"), await show("Smirnov")]).toEqual([
      "smirnov",
      "smirnov-2",
      "smirnov-3",
      "smirnov-4",
    ]);
  });

  test("do not change with the name", async () => {
    const id = await show("Platonov");

    const { body } = await staff.send("PUT", `shows/${id}`, { name: "Fatherlessness" });

    expect(body).toMatchObject({ id: "platonov", name: "Fatherlessness" });
  });

  test("are not used again after a deletion, and undoing it restores the record with its id", async () => {
    await remove(`shows/${await show("Three Sisters")}`);
    expect(await show("Three Sisters")).toBe("three-sisters-2");
    await remove(`shows/three-sisters-2`);

    await undoLast();

    expect((await service.get("/api/shows/three-sisters-2")).status).toBe(200);
    expect((await service.get("/api/shows/three-sisters")).status).toBe(404);
    expect(await show("Three Sisters")).toBe("three-sisters-3");
  });

  test("are not used again after an undone creation", async () => {
    await show("The Wood Demon");
    await undoLast();

    expect(await show("The Wood Demon")).toBe("the-wood-demon-2");
  });

  test("are not used again without the activity log", async () => {
    await remove(`shows/${await show("Swansong")}`);
    await service.infrastructure.database.query("DELETE FROM activity WHERE record_id = 'swansong'", []);

    expect(await show("Swansong")).toBe("swansong-2");
  });

  test("differ when records of one name are created at once", async () => {
    const clients = await Promise.all(instances.map((instance) => staffClient(instance)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const client = clients[index % clients.length] ?? staff;
        return client.send("POST", "shows", { name: "The Bear", type: "comedy" });
      }),
    );
    const ids = answers.map(({ body }) => body.id);

    const numbered = ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
    expect(numbered).toEqual(["the-bear", ...Array.from({ length: 11 }, (_, index) => `the-bear-${index + 2}`)]);
  });

  test("have at most 100 characters and end with a word", async () => {
    const long = "Chekhov ".repeat(25).trim();
    const show_id = await show(long);
    const production = { show_id, theatre_id: "palace", opening_date: "2027-03-01" };
    const production_id = await created("productions", production);
    const role_id = await created("roles", { name: long, production_id });

    for (const id of [show_id, production_id, role_id, await show(long), await show("x".repeat(200))]) {
      expect(id.length).toBeLessThanOrEqual(100);
      expect(id).toMatch(/^[a-z0-9]+(--?[a-z0-9]+)*$/);
    }
    expect(production_id).toMatch(/^chekhov-.*-palace-2027$/);
    expect(role_id).toMatch(/^chekhov-.*chekhov--chekhov-.*chekhov$/);
  });

  test.each(["محمد بن سلمان (ممثل)", "李安", "Антон Чехов", "🎭🎭", "!?"])(
    "name the resource when “%s” has no Latin letters",
    async (name) => {
      const production = { show_id: "hamilton", theatre_id: "palace", opening_date: "2027-03-01" };
      const production_id = await created("productions", production);

      expect(await created("people", { name })).toMatch(/^person-[a-z]{6}$/);
      expect(await created("roles", { name, production_id })).toBe(
        (await staff.activity(1))[0]?.record_id ?? "nothing",
      );
      expect((await staff.activity(1))[0]?.record_id).toMatch(new RegExp(`^${production_id}--role-[a-z]{6}$`));
    },
  );

  test("of a record that refers to one with a UUID have its name", async () => {
    const id = "3dafa10d-4b2e-4b0c-9d0a-0123456789ab";
    const old = { action: "create", resource: "shows", id, data: { name: "Uncle Vanya", type: "play" } };
    expect((await staff.send("POST", "changes", { changes: [old] })).status).toBe(200);
    const production = { show_id: id, theatre_id: "palace", opening_date: "2027-03-01" };

    expect(await created("productions", production)).toBe("uncle-vanya-palace-2027");
  });

  describe("in a batch", () => {
    const create = (name: string, id?: string) => ({
      action: "create",
      resource: "people",
      ...(id === undefined ? {} : { id }),
      data: { name },
    });
    const make = async (...changes: object[]) => {
      const { status, body } = await staff.send("POST", "changes", { changes });
      expect(status, JSON.stringify(body)).toBe(200);
      return (body["changes"] as { id: string }[]).map(({ id }) => id);
    };

    test("are numbered over all of its records, also deleted ones", async () => {
      const ids = await make(create("Ann Ash"), create("Ann Ash"), create("Ben Ash"));
      expect(ids).toEqual(["ann-ash", "ann-ash-2", "ben-ash"]);
      const remove = { action: "delete", resource: "people", id: "ann-ash" };

      expect(
        (await make(remove, create("Ann Ash"), create("Ann Ash", "ann-ash-4"), create("Ann Ash"))).slice(1),
      ).toEqual(["ann-ash-3", "ann-ash-4", "ann-ash-5"]);
    });

    test("of a thousand records of one name take few statements", async () => {
      const ids = await make(...Array.from({ length: 1000 }, () => create("Same Name")));

      expect([ids[0], ids[999], new Set(ids).size]).toEqual(["same-name", "same-name-1000", 1000]);
    });

    test("stand for the placeholders by which later changes refer to new records", async () => {
      const changes = [
        { action: "create", resource: "shows", id: "new:show", data: { name: "Gooseberries", type: "play" } },
        {
          action: "create",
          resource: "productions",
          id: "new:run",
          data: { show_id: "new:show", theatre_id: "palace", opening_date: "2027-03-01" },
        },
        { action: "create", resource: "roles", id: "new:show", data: { name: "Ivan", production_id: "new:run" } },
        { action: "update", resource: "shows", id: "new:show", data: { type: "comedy" } },
        create("Dan Fir", "new:person"),
        {
          action: "create",
          resource: "cast-members",
          data: { person_id: "new:person", production_id: "new:run", role_id: "new:show", role_type: "principal" },
        },
        create("Ada Ash", "new:cover"),
        {
          action: "create",
          resource: "cast-members",
          data: { person_id: "new:cover", production_id: "new:run", role_type: "understudy" },
          details: { covers: [{ role_id: "new:show" }] },
        },
      ];

      expect(await make(...changes)).toEqual([
        "gooseberries",
        "gooseberries-palace-2027",
        "gooseberries-palace-2027--ivan",
        "gooseberries",
        "dan-fir",
        "gooseberries-palace-2027--dan-fir",
        "ada-ash",
        "gooseberries-palace-2027--ada-ash",
      ]);
      expect(await (await service.get("/api/shows/gooseberries")).json()).toMatchObject({ type: "comedy" });
      const details = await service.get("/api/cast-members/gooseberries-palace-2027--ada-ash/details");
      expect(await details.json()).toMatchObject({ covers: [{ role_id: "gooseberries-palace-2027--ivan" }] });
    });

    test("are not made for a placeholder that no change has, or that two have", async () => {
      const production = { show_id: "new:none", theatre_id: "palace", opening_date: "2027-03-01" };
      const changes = [
        { action: "create", resource: "productions", data: production },
        create("Eve Gum", "new:eve"),
        create("Eve Gum", "new:eve"),
      ];

      const refused = await staff.send("POST", "changes", { changes });

      expect(refused.body["issues"]).toEqual([
        { path: "changes.0.data.show_id", message: "does not exist" },
        { path: "changes.2", message: "An earlier change of this batch has this id." },
      ]);
    });

    test("that a client chooses can't be those of deleted records", async () => {
      await make(create("Carl Elm", "carl"));
      await remove("people/carl");

      const refused = await staff.send("POST", "changes", { changes: [create("Carl Elm", "carl")] });

      expect(refused.status).toBe(409);
      expect(refused.body["issues"]).toEqual([
        {
          path: "changes.0",
          message: "A deleted person had this id. Undo the deletion, or leave the id out.",
        },
      ]);
    });
  });
});
