import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetDeletions } from "../audit-log/change-queries.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../../test/databases.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { staffClient, type StaffClient } from "../../../test/staff-client.ts";
import { readEverything, UpdatesReader } from "../../../test/updates-reader.ts";
import type { UpdatesPage } from "./document.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };
const future = 999_999_999;

describe.each(databaseKinds)("the updates (%s)", (databaseKind) => {
  let testDatabase: TestDatabase;
  let service: TestService;
  let staff: StaffClient;

  beforeEach(async () => {
    testDatabase = await createTestDatabase(databaseKind);
    service = await serveFrom({ ...testDatabase.settings, ...highLimits });
    staff = await staffClient(service);
  });
  afterEach(async () => {
    await service.close();
    await testDatabase.remove();
  });

  const sql = (statement: string) => service.infrastructure.database.query(statement, []);
  const read = async (query = ""): Promise<UpdatesPage> =>
    (await (await service.get(`/api/updates${query}`)).json()) as UpdatesPage;
  const lastNumber = async () => {
    const reader = new UpdatesReader();
    await reader.catchUp(service);
    return Math.max(...reader.numbers);
  };
  const after = (number: number) => read(`?afterChangeNumber=${number}`);
  const statesAfter = async (number: number) =>
    (await after(number)).items.map(({ state, kind, id }) => `${state} ${kind} ${id}`);
  const created = async (path: string, body: object) => (await staff.send("POST", path, body)).body.id;

  test("begin with every record and its details once, in the order of its last change, in pages of any size", async () => {
    for (const query of ["", "?limit=97"]) {
      const reader = new UpdatesReader(query);
      await reader.catchUp(service);

      expect(reader.numbers).toEqual(reader.numbers.toSorted((a, b) => a - b));
      expect(reader.numbers).toHaveLength(reader.copy.size);
      expect(new Set(reader.numbers).size).toBe(reader.copy.size);
      const everything = await readEverything(service, 50);
      expect(reader.copy.size).toBe(everything.size);
      expect(Object.fromEntries(reader.copy)).toMatchObject(Object.fromEntries(everything));
      expect((await read(query)).license).toBe("https://creativecommons.org/licenses/by/4.0/");
    }
  });

  test("have each record once on a page that is read while records change, and copies become complete", async () => {
    const people = (await (await service.get("/api/people")).json()) as { id: string }[];
    let isOver = false;
    const write = async (first: number) => {
      for (let n = first; !isOver; n += 4)
        await staff.send("PUT", `people/${people[n % people.length]?.id}`, { bio: `Changed ${n}.` });
    };
    const writing = [0, 1, 2, 3].map(write);
    const copies = Array.from({ length: 3 }, () => new UpdatesReader("?limit=450"));
    try {
      const following = copies.map((copy) => copy.catchUp(service));
      await Promise.all(
        copies.map(async (_, index) => {
          let next = `/api/updates?limit=${500 - index}`;
          for (let pages = 0; pages < 6; pages += 1) {
            const page = (await (await service.get(next)).json()) as UpdatesPage;
            const numbers = page.items.map(({ modified }) => modified);
            expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
            expect(new Set(page.items.map(({ kind, id }) => `${kind}/${id}`)).size).toBe(page.items.length);
            next = page.next.replace(service.url, "");
          }
        }),
      );
      isOver = true;
      await Promise.all(following);
    } finally {
      isOver = true;
      await Promise.all(writing);
    }
    await Promise.all(copies.map((copy) => copy.catchUp(service)));

    const everything = Object.fromEntries(await readEverything(service, 50));
    for (const { copy } of copies) expect(Object.fromEntries(copy)).toMatchObject(everything);
  });

  test("have each change of a record, its details and its sources once, and none that changes nothing", async () => {
    const start = await lastNumber();
    const id = await created("people", { name: "Nina Zarechnaya" });
    expect(await statesAfter(start)).toEqual([`updated person ${id}`]);

    const place = `people/${id}`;
    const steps: [string, object][] = [
      [place, { bio: "An actress." }],
      [`${place}/details`, { aliases: [{ name: "Nina Z.", kind: "also", from: null, to: null }] }],
      [`${place}/sources`, { verified: true }],
    ];
    for (const [path, body] of steps) {
      const before = await lastNumber();
      expect((await staff.send("PUT", path, body)).status).toBe(200);
      expect(await statesAfter(before)).toEqual([`updated person ${id}`]);
      const [item] = (await after(before)).items;
      const details = (await staff.send("GET", `${place}/details`)).body;
      expect(item).toMatchObject({ data: { ...(await staff.send("GET", place)).body, details } });
    }

    const before = await lastNumber();
    await staff.send("PUT", place, { bio: "An actress." });
    await sql(`UPDATE people SET bio = bio WHERE id = '${id}'`);
    expect(await statesAfter(before)).toEqual([]);
  });

  test("have deletions, what came back, and each record that a cascade, a merge or its undo changed", async () => {
    const people = [await created("people", { name: "Masha" }), await created("people", { name: "Masha Shamrayeva" })];
    const [from, into] = people;
    const [production] = (await (await service.get("/api/productions")).json()) as { id: string }[];
    const body = { person_id: from, production_id: production?.id, role_type: "principal" };
    const member = await created("cast-members", body);

    const before = await lastNumber();
    expect((await staff.send("POST", `people/${from}/merge`, { into })).status).toBe(200);
    const merged = await after(before);
    expect(merged.items.map(({ state, kind, id }) => `${state} ${kind} ${id}`).toSorted()).toEqual([
      `deleted person ${from}`,
      `updated cast-member ${member}`,
      `updated person ${into}`,
    ]);
    expect(merged.items.find(({ state }) => state === "deleted")).toMatchObject({ id: from, merged_into: into });

    const afterMerge = await lastNumber();
    const [entry] = await staff.activity(1);
    expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);
    expect((await statesAfter(afterMerge)).toSorted()).toEqual([
      `updated cast-member ${member}`,
      `updated person ${from}`,
      `updated person ${into}`,
    ]);

    const afterUndo = await lastNumber();
    expect((await staff.send("DELETE", `people/${from}?cascade=true`)).status).toBe(200);
    const deleted = await after(afterUndo);
    expect(deleted.items.map(({ state, kind, id }) => `${state} ${kind} ${id}`).toSorted()).toEqual([
      `deleted cast-member ${member}`,
      `deleted person ${from}`,
    ]);
    expect(deleted.items.some((item) => "merged_into" in item)).toBe(false);
  });

  test("have what plain SQL changes: rows, ids and whole tables", { tags: ["full"] }, async () => {
    await sql("INSERT INTO people (id, name) VALUES ('by-hand', 'By Hand'), ('by-hand-2', 'By Hand 2')");
    const before = await lastNumber();
    await sql("UPDATE people SET name = 'By Another Hand' WHERE id LIKE 'by-hand%'");
    expect((await statesAfter(before)).toSorted()).toEqual(["updated person by-hand", "updated person by-hand-2"]);

    const second = await lastNumber();
    await sql("UPDATE people SET id = 'by-hand-3' WHERE id = 'by-hand-2'");
    expect(await statesAfter(second)).toEqual(["deleted person by-hand-2", "updated person by-hand-3"]);

    const third = await lastNumber();
    await sql("TRUNCATE cast_members");
    const reader = new UpdatesReader(`?afterChangeNumber=${third}&kind=cast-member`);
    await reader.catchUp(service);
    expect(reader.numbers.length).toBeGreaterThan(500);
    expect([...reader.copy.keys()]).toEqual([]);
    const whole = new UpdatesReader("?kind=cast-member,person");
    await whole.catchUp(service);
    expect([...whole.copy.keys()].filter((key) => !key.startsWith("person/"))).toEqual([]);
  });

  test("of some kinds are those alone, and an empty page is its own next one, which is free while nothing changes", async () => {
    const theatres = await read("?kind=theatre&limit=1");
    expect(theatres.items.map(({ kind }) => kind)).toEqual(["theatre"]);

    for (const query of [
      `?afterChangeNumber=${future}`,
      `?afterChangeNumber=${await lastNumber()}&kind=show,role&limit=7`,
    ]) {
      const first = await service.get(`/api/updates${query}`);
      const page = (await first.json()) as UpdatesPage;
      expect(page).toMatchObject({ items: [], next: `${service.url}/api/updates${query}` });

      const etag = first.headers.get("etag") ?? "";
      const again = await service.get(`/api/updates${query}`, { headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
      expect(again.headers.get("x-ratelimit-remaining")).toBe(first.headers.get("x-ratelimit-remaining"));
    }
  });

  test("know when each record was last changed, by its details too", async () => {
    const { catalogue, readVersions } = service.infrastructure;
    const timesOf = async () => {
      await catalogue.reach((await readVersions())?.data ?? null);
      return new Map([...catalogue.list("people")].map(({ id, changedAt }) => [id, changedAt]));
    };
    const id = await created("people", { name: "Sorin" });
    const before = await timesOf();
    await staff.send("PUT", `people/${id}/details`, { external_ids: { ibdb: "12" } });
    const later = await timesOf();

    const changed = [...later].filter(([one, at]) => before.get(one) !== at).map(([one]) => one);
    expect(changed).toEqual([id]);
    expect(Date.parse(later.get(id) ?? "")).toBeGreaterThan(Date.parse(before.get(id) ?? ""));
  });

  test("name the service's configured address", async () => {
    const other = await serveFrom(
      databaseKind === "server"
        ? { ...testDatabase.settings, NEXTAUTH_URL: "https://listings.example.com", NEXTAUTH_SECRET: "a secret" }
        : testDatabase.settings,
    ).catch(() => null);
    // Two processes can't share the embedded database.
    if (!other) return;
    const page = (await (await other.get("/api/updates?limit=1")).json()) as UpdatesPage;
    await other.close();

    expect(page.next).toMatch(/^https:\/\/listings\.example\.com\/api\/updates\?afterChangeNumber=/);
  });

  test("refuse what they don't know, and say what they take", async () => {
    const refused = async (query: string) => {
      const response = await service.get(`/api/updates?${query}`);
      return [response.status, JSON.stringify(await response.json())];
    };
    expect(await refused("kind=opera")).toEqual([
      400,
      expect.stringContaining("must be one of show, theatre, person, role, production, cast-member"),
    ]);
    for (const query of ["kind=", "limit=0", "limit=501", "afterChangeNumber=-1", "afterChangeNumber=x", "after=3"])
      expect((await refused(query))[0]).toBe(400);
  });

  test("no longer have deletions that are too old: a copy that lacks them starts over, others go on", async () => {
    const { database } = service.infrastructure;
    const kept = await created("people", { name: "Kept" });
    const gone = await created("people", { name: "Gone" });
    const old = new UpdatesReader();
    await old.catchUp(service);
    const before = Math.max(...old.numbers);
    await staff.send("DELETE", `people/${gone}`);
    const current = await lastNumber();
    await created("shows", { name: "Later", type: "play" });
    const begun = new UpdatesReader("?limit=500");
    const half = await read("?limit=500");

    await sql("UPDATE record_changes SET changed_at = now() - interval '89 days' WHERE is_deleted");
    await forgetDeletions(database, 90);
    expect((await service.get(`/api/updates?afterChangeNumber=${before}&limit=1`)).status).toBe(200);
    await sql("UPDATE record_changes SET changed_at = now() - interval '91 days' WHERE is_deleted");
    await forgetDeletions(database, 90);
    await created("shows", { name: "Later still", type: "play" });

    const refused = await service.get(`/api/updates?afterChangeNumber=${before}`);
    expect([refused.status, await refused.json()]).toEqual([
      410,
      { error: "Gone", message: expect.stringContaining(`Begin again at ${service.url}/api/updates,`) },
    ]);
    await expect(old.catchUp(service)).rejects.toThrow("410");
    expect((await after(current)).items).toHaveLength(2);
    // Only the kinds of the copy matter.
    expect((await service.get(`/api/updates?afterChangeNumber=${before}&kind=show`)).status).toBe(200);
    // A first copy passes low numbers, whether it was begun before or after.
    expect((await service.get(half.next.slice(service.url.length))).status).toBe(200);
    await begun.catchUp(service);
    expect([begun.copy.has(`person/${kept}`), begun.copy.has(`person/${gone}`)]).toEqual([true, false]);
  });
});
