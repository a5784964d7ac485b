import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "@/lib/testing/databases";
import { startService, type TestService } from "@/lib/testing/service";
import { staffClient, type StaffClient } from "@/lib/testing/staff-client";
import { mergePlan, suggestedSurvivor, suggestedValues, valuesOf, type Credit, type LoadedPerson } from "./merge-plan";

const plain = { id: "plain", name: "Zed Quux", bio: null, image: null };
const accented = { id: "accented", name: "Zéd Quux", bio: "Born in Hull.", image: "https://example.com/z.jpg" };
const longer = { id: "longer", name: "ZÉD QUUX", bio: "Born in Hull, trained in Leeds.", image: null };
const chosen = { name: "Zéd Quux", bio: "Born in Hull.", image: "https://example.com/z.jpg" };

function credit(id: string, person_id: string, part: Partial<Credit> = {}): Credit {
  return { id, person_id, production_id: "run", role_id: null, role_type: "swing", billing_order: null, ...part };
}

function read(...people: LoadedPerson["record"][]): LoadedPerson[] {
  return people.map((record) => ({ record, etag: `"${record.id}"` }));
}

describe("the suggested values of a merged person", () => {
  test("are the name with accents, the longer biography and the only image", () => {
    expect(suggestedValues([plain, accented, longer])).toEqual({
      name: "Zéd Quux",
      bio: "Born in Hull, trained in Leeds.",
      image: "https://example.com/z.jpg",
    });
  });

  test("are empty when no person has a value", () => {
    expect(suggestedValues([plain, plain])).toEqual({ name: "Zed Quux", bio: null, image: null });
  });

  test("prefer an https image to an http one", () => {
    const insecure = { ...plain, image: "http://example.com/z.jpg" };
    expect(valuesOf([insecure, accented], "image")).toEqual([accented.image, insecure.image]);
  });

  test("is the record with the most credits, the first of several", () => {
    expect(suggestedSurvivor([plain, accented], [credit("a", "accented")])).toBe("accented");
    expect(suggestedSurvivor([plain, accented], [])).toBe("plain");
  });
});

describe("the plan of a merge", () => {
  test("moves the credits, gives the survivor the chosen values and then deletes the others", () => {
    expect(
      mergePlan(read(plain, accented), "plain", chosen, [
        credit("a", "plain"),
        credit("b", "accented", { role_type: "standby" }),
      ]),
    ).toEqual({
      changes: [
        { action: "update", resource: "cast-members", id: "b", data: { person_id: "plain" } },
        { action: "update", resource: "people", id: "plain", if_match: '"plain"', data: chosen },
        { action: "delete", resource: "people", id: "accented", if_match: '"accented"' },
      ],
      moved: [credit("b", "accented", { role_type: "standby" })],
      repeated: [],
    });
  });

  test("changes nothing in a survivor that has the chosen values", () => {
    expect(mergePlan(read(plain, accented), "accented", chosen, []).changes).toEqual([
      { action: "delete", resource: "people", id: "plain", if_match: '"plain"' },
    ]);
  });

  test("keeps one of equal credits, the survivor's, with the billing that only the other has", () => {
    const credits = [credit("b", "accented", { billing_order: 3 }), credit("a", "plain")];
    const { changes, moved, repeated } = mergePlan(read(plain, accented), "plain", plain, credits);

    expect(changes.slice(0, 2)).toEqual([
      { action: "delete", resource: "cast-members", id: "b" },
      { action: "update", resource: "cast-members", id: "a", data: { billing_order: 3 } },
    ]);
    expect([moved, repeated.map(({ id }) => id)]).toEqual([[], ["b"]]);
  });

  test("keeps one of equal credits that two others have", () => {
    const { changes, moved } = mergePlan(read(plain, accented, longer), "plain", plain, [
      credit("b", "accented"),
      credit("c", "longer"),
    ]);

    expect(changes.slice(0, 2)).toEqual([
      { action: "delete", resource: "cast-members", id: "c" },
      { action: "update", resource: "cast-members", id: "b", data: { person_id: "plain" } },
    ]);
    expect(moved.map(({ id }) => id)).toEqual(["b"]);
  });

  test("leaves a person of the same name who was not chosen unchanged, with all credits", () => {
    const { changes } = mergePlan(read(plain, accented), "plain", chosen, [credit("c", "longer")]);

    expect(JSON.stringify(changes)).not.toContain('"c"');
    expect(JSON.stringify(changes)).not.toContain("longer");
  });
});

describe.each(databaseKinds)("a merge as planned (%s)", (databaseKind) => {
  let service: TestService;
  let staff: StaffClient;

  beforeAll(async () => {
    service = await startService(databaseKind);
    staff = await staffClient(service);
  });
  afterAll(() => service.close());

  const production_id = "hamilton-victoria-palace-2017";
  const made = async (path: string, data: object) => (await staff.send("POST", path, data)).body;
  const person = async (data: object): Promise<LoadedPerson> => {
    const { body, etag } = await staff.send("GET", `people/${(await made("people", data)).id}`);
    return { record: body as unknown as LoadedPerson["record"], etag };
  };
  const part = async ({ record }: LoadedPerson, data: object) =>
    (await made("cast-members", { person_id: record.id, production_id, ...data })) as unknown as Credit;
  const state = async () => ({
    people: (await staff.send("GET", "people")).body,
    castMembers: (await staff.send("GET", "cast-members")).body,
  });

  test("keeps every credit, merges equal ones, and is undone as one change", async () => {
    const [one, other] = [await person({ name: "Zed Quux" }), await person({ ...accented, id: undefined })];
    const credits = [
      await part(one, { role_type: "swing" }),
      await part(one, { role_type: "understudy" }),
      await part(other, { role_type: "swing", billing_order: 7 }),
      await part(other, { role_type: "standby" }),
    ];
    const before = await state();
    const { changes } = mergePlan([one, other], one.record.id, chosen, credits);

    const answer = await staff.send("POST", "changes", { changes });
    expect(answer.status).toBe(200);

    expect((await staff.send("GET", `people/${one.record.id}`)).body).toMatchObject(chosen);
    expect((await staff.send("GET", `people/${other.record.id}`)).status).toBe(404);
    const left = (await staff.send("GET", `cast-members?person_id=${one.record.id}`)).body as unknown as Credit[];
    expect(left.map(({ role_type, billing_order }) => [role_type, billing_order]).sort()).toEqual([
      ["standby", null],
      ["swing", 7],
      ["understudy", null],
    ]);

    await staff.send("POST", `activity/${String(answer.body["activity_id"])}/revert`);
    expect(await state()).toEqual(before);
  });

  test("is refused as a whole when one record changed since it was read", async () => {
    const [one, other] = [await person({ name: "Ann Quux" }), await person({ name: "Ann Quux" })];
    const { changes } = mergePlan([one, other], one.record.id, suggestedValues([one.record, other.record]), []);
    await staff.send("PUT", `people/${other.record.id}`, { bio: "Edited meanwhile." });

    expect((await staff.send("POST", "changes", { changes })).status).toBe(412);

    expect((await staff.send("GET", `people/${other.record.id}`)).body).toMatchObject({ bio: "Edited meanwhile." });
  });
});
