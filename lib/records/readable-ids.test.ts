import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { useInstances } from "../../test/stores.ts";
import { staffClient, useStaff } from "../../test/signed-in.ts";
import { resourceAt } from "../resources/resources.ts";
import { createId, loadIdsToChooseFrom, slugOf } from "./readable-ids.ts";
import { UnitOfWork } from "./unit-of-work.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };
const atThePalace = { theatre_id: "palace", opening_date: "2027-03-01" };

test.each([
  ["The Seagull", "the-seagull"],
  ["Les Misérables", "les-miserables"],
  ["Mrs Warren's Profession", "mrs-warrens-profession"],
  ["Sinéad O’Connor", "sinead-oconnor"],
  ["& Juliet", "and-juliet"],
  ["Sam Nash / Jesse Kiplinger", "sam-nash-jesse-kiplinger"],
  ["Søren Łukasz Þór Straße", "soren-lukasz-thor-strasse"],
  ["İpek Işık", "ipek-isik"],
  ["  Oh, Mary! ", "oh-mary"],
  ["Ｗｉｄｅ", "wide"],
  ["Amy Gri\uFB03ths", "amy-griffiths"],
  ["Se\u00ADa\u200Bn Ma\u200Dy", "sean-may"],
  ["1984", "1984"],
  ["李安 (Ang Lee)", "ang-lee"],
  ["🎭 Cats 🐈", "cats"],
])("the slug of %s is %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

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
  const shows = async (...names: string[]) => {
    const ids: string[] = [];
    for (const name of names) ids.push(await show(name));
    return ids;
  };
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
    const member_id = await created("cast-members", { person_id, production_id, role_id, role_type: "principal" });

    const run = "the-storm-petrel-the-kings-head-2027";
    expect([show_id, theatre_id, person_id]).toEqual(["the-storm-petrel", "the-kings-head", "zoe-ohara"]);
    expect([production_id, role_id, member_id]).toEqual([run, `${run}--irina-arkadina`, `${run}--zoe-ohara`]);
  });

  test("are numbered when a record has the name already, and do not change with it", async () => {
    const ids = await shows("Smirnov", "SMIRNOV!", "Smirnov 3", "Smirnov");
    const { body } = await staff.send("PUT", "shows/smirnov", { name: "Fatherlessness" });

    expect(ids).toEqual(["smirnov", "smirnov-2", "smirnov-3", "smirnov-4"]);
    expect(body).toMatchObject({ id: "smirnov", name: "Fatherlessness" });
  });

  test("are not used again after a deletion, an undone creation, and without the activity log", async () => {
    await remove(`shows/${await show("Three Sisters")}`);
    expect(await show("Three Sisters")).toBe("three-sisters-2");
    await undoLast();
    expect(await show("Three Sisters")).toBe("three-sisters-3");
    await remove("shows/three-sisters-3");
    await undoLast();
    expect((await service.get("/api/shows/three-sisters-3")).status).toBe(200);

    await service.infrastructure.database.query("DELETE FROM activity WHERE record_id LIKE 'three-sisters%'", []);
    expect(await show("Three Sisters")).toBe("three-sisters-4");
  });

  test("differ when records of one name are created at once", async () => {
    const clients = await Promise.all(instances.map((instance) => staffClient(instance)));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        clients.map((client) => client.send("POST", "shows", { name: "The Bear", type: "comedy" })),
      ).flat(),
    );

    const expected = ["the-bear", ...Array.from({ length: 11 }, (_, index) => `the-bear-${index + 2}`)];
    expect(answers.map(({ body }) => body.id).toSorted()).toEqual(expected.toSorted());
  });

  test("have at most 100 characters and end with a word", async () => {
    const long = "Chekhov ".repeat(25).trim();
    const show_id = await show(long);
    const production_id = await created("productions", { show_id, ...atThePalace });
    const role_id = await created("roles", { name: long, production_id });

    for (const id of [show_id, production_id, role_id, ...(await shows(long, "x".repeat(200)))]) {
      expect(id.length).toBeLessThanOrEqual(100);
      expect(id).toMatch(/^[a-z0-9]+(--?[a-z0-9]+)*$/);
    }
    expect(production_id).toMatch(/^chekhov-.*-palace-2027$/);
    expect(role_id).toMatch(/^chekhov-.*chekhov--chekhov-.*chekhov$/);
  });

  test.each(["محمد بن سلمان (ممثل)", "李安", "🎭🎭"])(
    "name the resource when “%s” has no Latin letters",
    async (name) => {
      const production_id = await created("productions", { show_id: "hamilton", ...atThePalace });
      const role_id = await created("roles", { name, production_id });

      expect(await created("people", { name })).toMatch(/^person-[a-z]{6}$/);
      expect(role_id).toMatch(new RegExp(`^${production_id}--role-[a-z]{6}$`));
    },
  );

  describe("in a batch", () => {
    const create = (resource: string, data: object, id?: string, more: object = {}) => ({
      ...{ action: "create", resource, data },
      ...(id !== undefined && { id }),
      ...more,
    });
    const person = (name: string, id?: string) => create("people", { name }, id);
    const make = async (...changes: object[]) => {
      const { status, body } = await staff.send("POST", "changes", { changes });
      expect(status, JSON.stringify(body)).toBe(200);
      return (body["changes"] as { id: string }[]).map(({ id }) => id);
    };
    const refusals = async (...changes: object[]) => {
      const { status, body } = await staff.send("POST", "changes", { changes });
      return [status, body["issues"]];
    };

    test("are numbered over all of its records, also deleted ones", async () => {
      expect(await make(person("Ann Ash"), person("Ann Ash"), person("Ben Ash"))).toEqual([
        "ann-ash",
        "ann-ash-2",
        "ben-ash",
      ]);
      const remove = { action: "delete", resource: "people", id: "ann-ash" };

      const ids = await make(remove, person("Ann Ash"), person("Ann Ash", "ann-ash-4"), person("Ann Ash"));
      expect(ids.slice(1)).toEqual(["ann-ash-3", "ann-ash-4", "ann-ash-5"]);
      const many = await make(...Array.from({ length: 1000 }, () => person("Same Name")));
      expect([many[0], many[999], new Set(many).size]).toEqual(["same-name", "same-name-1000", 1000]);
    });

    test("are chosen without a statement for each record when earlier records had their names", async () => {
      const names = Array.from({ length: 30 }, (_, index) => `Often Imported ${index}`);
      for (const id of await make(...names.map((name) => person(name)))) await remove(`people/${id}`);

      const work = await service.infrastructure.database.prisma.$transaction(async (transaction) => {
        const loading = new UnitOfWork(transaction, "2027-03-01");
        await loadIdsToChooseFrom(loading, "people", names.map(slugOf));
        return loading;
      });
      // The transaction has ended: a statement would fail.
      for (const name of names) expect(await createId(work, resourceAt("people"), { name })).toMatch(/-2$/);
    });

    test("of a record that refers to one with a UUID have its name", async () => {
      const id = "3dafa10d-4b2e-4b0c-9d0a-0123456789ab";
      await make(create("shows", { name: "Uncle Vanya", type: "play" }, id));

      expect(await created("productions", { show_id: id, ...atThePalace })).toBe("uncle-vanya-palace-2027");
    });

    test("stand for the placeholders by which later changes refer to new records", async () => {
      const run = "gooseberries-palace-2027";
      const part = { production_id: "new:run" };
      const changes = [
        create("shows", { name: "Gooseberries", type: "play" }, "new:show"),
        create("productions", { show_id: "new:show", ...atThePalace }, "new:run"),
        create("roles", { name: "Ivan", ...part }, "new:show"),
        { action: "update", resource: "shows", id: "new:show", data: { type: "comedy" } },
        person("Dan Fir", "new:person"),
        create("cast-members", { ...part, person_id: "new:person", role_id: "new:show", role_type: "principal" }),
        person("Ada Ash", "new:cover"),
        create("cast-members", { ...part, person_id: "new:cover", role_type: "understudy" }, undefined, {
          details: { covers: [{ role_id: "new:show" }] },
        }),
      ];

      expect(await make(...changes)).toEqual([
        ...["gooseberries", run, `${run}--ivan`, "gooseberries"],
        ...["dan-fir", `${run}--dan-fir`, "ada-ash", `${run}--ada-ash`],
      ]);
      expect((await staff.send("GET", "shows/gooseberries")).body).toMatchObject({ type: "comedy" });
      const details = await staff.send("GET", `cast-members/${run}--ada-ash/details`);
      expect(details.body).toMatchObject({ covers: [{ role_id: `${run}--ivan` }] });
    });

    test("are not made for a placeholder that no change has, or that two have, and are not those of deleted records", async () => {
      const lost = create("productions", { show_id: "new:none", ...atThePalace });
      expect(await refusals(lost, person("Eve Gum", "new:eve"), person("Eve Gum", "new:eve"))).toEqual([
        400,
        [
          { path: "changes.0.data.show_id", message: "does not exist" },
          { path: "changes.2", message: "An earlier change of this batch has this id." },
        ],
      ]);

      await make(person("Carl Elm", "carl"));
      await remove("people/carl");
      const message = "A deleted person had this id. Undo the deletion, or leave the id out.";
      expect(await refusals(person("Carl Elm", "carl"))).toEqual([409, [{ path: "changes.0", message }]]);
    });
  });
});
