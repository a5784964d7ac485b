import { describe, expect, test } from "vitest";
import { forgetDeletions } from "../../catalogue/change-queries.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { oneOfEach } from "../../../test/fixture.ts";
import { askTool, connectMcp } from "../../../test/mcp-client.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { readEverything, UpdatesReader } from "../../../test/updates-reader.ts";
import type { UpdatesPage } from "./document.ts";

describe.each(databaseKinds)("the updates (%s)", (databaseKind) => {
  // Its own, because deletions are forgotten.
  const service = useService(databaseKind, { isOwn: true });
  const staff = useStaff(service);

  const sql = <Row extends object = object>(statement: string) =>
    service.infrastructure.database.query<Row>(statement, []);
  const read = async (query = ""): Promise<UpdatesPage> =>
    (await (await service.get(`/api/updates${query}`)).json()) as UpdatesPage;
  const lastNumber = async () => {
    const [row] = await sql<{ last: string }>("SELECT last_change::text AS last FROM versions WHERE name = 'data'");
    return Number(row?.last ?? expect.fail());
  };
  const after = (number: number) => read(`?afterChangeNumber=${number}`);
  const statesAfter = async (number: number) =>
    (await after(number)).items.map(({ state, kind, id }) => `${state} ${kind} ${id}`).toSorted();
  const created = async (path: string, body: object) => (await staff.send("POST", path, body)).body.id;
  /** What the lists have; of every fiftieth record its details too. */
  const expectWhole = async ({ copy }: UpdatesReader) => {
    const everything = await readEverything(service, 50);
    expect(copy.size).toBe(everything.size);
    expect(Object.fromEntries(copy)).toMatchObject(Object.fromEntries(everything));
  };

  oneOfEach(["", "?limit=97"])(
    "%s have every record and its details once, in the order of its last change",
    async (query) => {
      const reader = new UpdatesReader(query);
      await reader.catchUp(service);

      expect(reader.numbers).toEqual([...new Set(reader.numbers)].toSorted((a, b) => a - b));
      await expectWhole(reader);
      expect((await read(query)).license).toBe("https://creativecommons.org/licenses/by/4.0/");
    },
  );

  test("have each record once on a page that is read while records change, and copies become complete", async () => {
    const people = (await (await service.get("/api/people")).json()) as { id: string }[];
    let isOver = false;
    const writing = [0, 1, 2, 3].map(async (first) => {
      for (let n = first; !isOver; n += 4)
        await staff.send("PUT", `people/${people[n % people.length]?.id}`, { bio: `Changed ${n}.` });
    });
    const copies = Array.from({ length: 3 }, () => new UpdatesReader("?limit=450"));
    const following = copies.map((copy) => copy.catchUp(service));
    try {
      let next = "/api/updates?limit=500";
      for (let pages = 0; pages < 10; pages += 1) {
        const page = (await (await service.get(next)).json()) as UpdatesPage;
        const numbers = page.items.map(({ modified }) => modified);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        expect(new Set(page.items.map(({ kind, id }) => `${kind}/${id}`)).size).toBe(page.items.length);
        next = page.next.replace(service.url, "");
      }
    } finally {
      isOver = true;
      await Promise.all([...writing, ...following]);
    }
    for (const copy of copies) {
      await copy.catchUp(service);
      await expectWhole(copy);
    }
  });

  test("have each change of a record, its details and its sources once, and none that changes nothing", async () => {
    const start = await lastNumber();
    const id = await created("people", { name: "Nina Zarechnaya" });
    expect(await statesAfter(start)).toEqual([`updated person ${id}`]);

    const place = `people/${id}`;
    for (const [path, body] of [
      [place, { bio: "An actress." }],
      [`${place}/details`, { aliases: [{ name: "Nina Z.", kind: "also", from: null, to: null }] }],
      [`${place}/sources`, { verified: true }],
    ] as const) {
      const before = await lastNumber();
      expect((await staff.send("PUT", path, body)).status).toBe(200);
      expect(await statesAfter(before)).toEqual([`updated person ${id}`]);
      const details = (await staff.send("GET", `${place}/details`)).body;
      const data = { ...(await staff.send("GET", place)).body, details };
      expect((await after(before)).items).toMatchObject([{ data }]);
    }

    const before = await lastNumber();
    await staff.send("PUT", place, { bio: "An actress." });
    await sql(`UPDATE people SET bio = bio WHERE id = '${id}'`);
    expect(await statesAfter(before)).toEqual([]);
  });

  test("have deletions, what came back, and each record that a cascade, a merge or its undo changed", async () => {
    const [from, into] = [await created("people", { name: "Masha" }), await created("people", { name: "Masha S." })];
    const [production] = (await (await service.get("/api/productions")).json()) as [{ id: string }];
    const body = { person_id: from, production_id: production.id, role_type: "principal" };
    const member = await created("cast-members", body);

    const before = await lastNumber();
    expect((await staff.send("POST", `people/${from}/merge`, { into })).status).toBe(200);
    const merged = [`deleted person ${from}`, `updated cast-member ${member}`, `updated person ${into}`];
    expect(await statesAfter(before)).toEqual(merged.toSorted());
    const gone = (await after(before)).items.find(({ state }) => state === "deleted");
    expect(gone).toMatchObject({ id: from, merged_into: into });

    const afterMerge = await lastNumber();
    const [entry] = await staff.activity(1);
    expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);
    const back = [`updated cast-member ${member}`, `updated person ${from}`, `updated person ${into}`];
    expect(await statesAfter(afterMerge)).toEqual(back.toSorted());

    const afterUndo = await lastNumber();
    expect((await staff.send("DELETE", `people/${from}?cascade=true`)).status).toBe(200);
    expect(await statesAfter(afterUndo)).toEqual([`deleted cast-member ${member}`, `deleted person ${from}`]);
    expect((await after(afterUndo)).items.some((item) => "merged_into" in item)).toBe(false);
  });

  test("of some kinds are those alone; a number of the future gives an empty page, which is its own next one", async () => {
    const theatres = await read("?kind=theatre&limit=1");
    expect(theatres.items.map(({ kind }) => kind)).toEqual(["theatre"]);
    const future = `?afterChangeNumber=${Number.MAX_SAFE_INTEGER}`;
    expect(await read(future)).toMatchObject({ next: `${service.url}/api/updates${future}`, items: [] });
  });

  test.each(["kind=opera", "kind=", "limit=0", "limit=501", "afterChangeNumber=-1", "afterChangeNumber=x", "after=3"])(
    "refuse %s, and say what they take",
    async (query) => {
      const response = await service.get(`/api/updates?${query}`);
      const message = query === "kind=opera" ? "must be one of show, theatre, person, role, production" : "issues";
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
    },
  );

  test("no longer have deletions that are too old: a copy that lacks them starts over, others go on", async () => {
    const { database } = service.infrastructure;
    const age = async (days: number) => {
      await sql(`UPDATE record_changes SET changed_at = now() - interval '${days} days' WHERE is_deleted`);
      await forgetDeletions(database, 90);
    };
    const kept = await created("people", { name: "Kept" });
    const gone = await created("people", { name: "Gone" });
    const old = new UpdatesReader();
    await old.catchUp(service);
    const before = Math.max(...old.numbers);
    await staff.send("DELETE", `people/${gone}`);
    const current = await lastNumber();
    const assistant = await connectMcp(service);
    const recentPeople = (sent: object) => askTool(assistant, "recent_changes", { kind: "person", ...sent });
    expect(await recentPeople({ limit: 1 })).toBe(`person ${gone} deleted.`);
    expect(await recentPeople({ since: "2100-01-01" })).toBe("Nothing has changed.");
    await created("shows", { name: "Later", type: "play" });
    const begun = new UpdatesReader("?limit=500");
    const half = await read("?limit=500");

    await age(89);
    expect((await service.get(`/api/updates?afterChangeNumber=${before}&limit=1`)).status).toBe(200);
    await age(91);
    await created("shows", { name: "Later still", type: "play" });

    const refused = await service.get(`/api/updates?afterChangeNumber=${before}`);
    const message = expect.stringContaining(`Begin again at ${service.url}/api/updates,`) as unknown;
    expect([refused.status, await refused.json()]).toEqual([410, { error: "Gone", message }]);
    await expect(old.catchUp(service)).rejects.toThrow("410");
    expect((await after(current)).items).toHaveLength(2);
    // Only the kinds of the copy matter.
    expect((await service.get(`/api/updates?afterChangeNumber=${before}&kind=show`)).status).toBe(200);
    // A first copy passes low numbers, whether it was begun before or after.
    expect((await service.get(half.next.slice(service.url.length))).status).toBe(200);
    await begun.catchUp(service);
    expect([begun.copy.has(`person/${kept}`), begun.copy.has(`person/${gone}`)]).toEqual([true, false]);
    expect(await recentPeople({ limit: 1 })).toBe("person Kept updated.");
    await assistant.close();
  });
});
