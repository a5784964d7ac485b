import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useFixture } from "../../../test/fixture.ts";
import { useService } from "../../../test/service.ts";
import { signedInAccount, staffClientWithCookie } from "../../../test/signed-in.ts";
import { activityEntry, type ActivityEntry } from "./schema.browser.ts";
import { recordInUndoConflict } from "./terms.browser.ts";

describe.each(databaseKinds)("the activity (%s)", (databaseKind) => {
  const service = useService(databaseKind);
  const editor = useFixture(async () => {
    const { id, cookie } = await signedInAccount(service, "editor");
    await service.infrastructure.database.prisma.account.update({ where: { id }, data: { name: "Ada Quill" } });
    return { id, cookie };
  });
  const staff = useFixture(async () => staffClientWithCookie(editor.cookie, service));

  const text = async (path: string) => (await service.get(`/api/${path}`)).text();
  const list = async (query: string) =>
    activityEntry.array().parse((await staff.send("GET", `activity?${query}`)).body);
  const made = async (resource: string, data: object) => (await staff.send("POST", resource, data)).body.id;
  const undo = (entry: ActivityEntry | undefined) => staff.send("POST", `activity/${entry?.id}/revert`);

  test("an entry names the author and has the record before and after, as a read returns it", async () => {
    const id = await made("people", { name: "Ben Oke" });
    const before = await text(`people/${id}`);
    await staff.send("PUT", `people/${id}`, { name: "Ben Okafor", bio: "An actor." });
    const after = await text(`people/${id}`);

    const [entry] = await list("limit=1");

    const account = { id: editor.id, name: "Ada Quill" };
    expect(entry).toMatchObject({ account, action: "update", resource: "people", record_id: id });
    expect([JSON.stringify(entry?.before), JSON.stringify(entry?.after)]).toEqual([before, after]);
  });

  test("an entry says in words what its record is called and what the change did", async () => {
    const id = await made("theatres", { name: "The Shed", capacity: 90 });
    await staff.send("PUT", `theatres/${id}`, { capacity: 1_900, current_show_id: "hamilton" });
    await staff.send("DELETE", `theatres/${id}`);

    const name = { field: "name", label: "Name", before: null, after: "The Shed" };
    const seats = { field: "capacity", label: "Seats", before: "90", after: "1,900" };
    const show = { field: "current_show_id", label: "Current show", before: null, after: "Hamilton" };
    const [deletion, update, creation] = await list(`record_id=${id}`);
    expect([deletion, update, creation].map((entry) => entry?.label)).toEqual(["The Shed", "The Shed", "The Shed"]);
    expect(creation?.differences).toEqual([name, { ...seats, before: null, after: "90" }]);
    expect(update?.differences.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([seats, show]);
    expect(deletion?.differences).toContainEqual({ ...name, before: "The Shed", after: null });
  });

  test("a record that names others which are gone is called after them while the list still tells of them", async () => {
    const show = await made("shows", { name: "The Pier", type: "play" });
    const run = await made("productions", { show_id: show, theatre_id: "palace", opening_date: "2024-01-01" });
    await staff.send("DELETE", `productions/${run}`);
    await staff.send("DELETE", `shows/${show}`);

    expect((await list("limit=2")).map(({ label }) => label)).toEqual(["The Pier", "The Pier, Palace Theatre, 2024"]);
    expect((await list(`record_id=${run}`)).map(({ label }) => label)).toEqual([run, run]);
  });

  test("each write names its entry, by which it is undone, and one that changes nothing names none", async () => {
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await staff.ask(method, path, body);
      const { id } = (await response.json()) as { id?: string };
      return { id, status: response.status, entry: response.headers.get("activity-id") };
    };
    const theatre = await ask("POST", "theatres", { name: "The Tin Shed" });
    const place = `theatres/${theatre.id}`;
    const twin = await ask("POST", "theatres", { name: "The Tin Hut" });
    const change = { action: "update", resource: "theatres", id: theatre.id, data: { capacity: 90 } };
    const writes = [
      theatre,
      await ask("PUT", place, { capacity: 80 }),
      await ask("PUT", `${place}/details`, { website: "https://example.com" }),
      await ask("PUT", `${place}/sources`, { verified: true }),
      await ask("POST", "changes", { changes: [change] }),
      await ask("POST", `theatres/${twin.id}/merge`, { into: theatre.id }),
      await ask("DELETE", place),
    ];
    const entries = (await list("limit=100")).map(({ id }) => id);
    expect(writes.filter(({ entry }) => entry === null || !entries.includes(entry))).toEqual([]);
    for (const { entry } of writes.toReversed()) {
      const undone = await ask("POST", `activity/${entry}/revert`);
      expect([undone.status, undone.entry]).toEqual([200, (await list("limit=1"))[0]?.id]);
    }
    const nothing = await ask("PUT", `theatres/${twin.id}`, { name: "The Tin Hut" });
    expect([nothing.status, nothing.entry]).toEqual([200, null]);
    expect((await ask("POST", "changes", { changes: [] })).entry).toBeNull();
  });

  test("each filter works alone, and a value that can't be stored matches nothing", async () => {
    const id = await made("theatres", { name: "The Shed", address: "1 Pier Road", capacity: 90 });
    await made("people", { name: "Cy Rand" });
    const [newest] = await list("limit=1");

    for (const [query, isMeant] of [
      ["resource=theatres", ({ resource }) => resource === "theatres"],
      [`record_id=${id}`, ({ record_id }) => record_id === id],
      [`account_id=${editor.id}`, ({ account }) => account?.id === editor.id],
      [`change_id=${newest?.change_id}`, ({ record_id }) => record_id === newest?.record_id],
    ] satisfies [string, (entry: ActivityEntry) => boolean][]) {
      const found = await list(query);
      expect([query, found.length > 0, found.every(isMeant)]).toEqual([query, true, true]);
    }
    const all = await list("limit=100");
    expect(all.some(({ resource }) => resource !== "theatres")).toBe(true);
    expect(await list(`limit=1&before=${all[1]?.id}`)).toEqual([all[2]]);
    for (const filter of ["resource", "record_id", "production_id", "account_id", "change_id"])
      expect([filter, await list(`${filter}=a%00b`)]).toEqual([filter, []]);
  });

  test("the changes of a production, its roles, cast and crew are one list, newest first, also of who was in it", async () => {
    const run = { show_id: "hamilton", theatre_id: "palace", opening_date: "2024-01-01" };
    const [id, other] = [await made("productions", run), await made("productions", { ...run, theatre_id: "apollo" })];
    const [role, person_id] = [
      await made("roles", { name: "Nell", production_id: id }),
      await made("people", { name: "Cy Rand" }),
    ];
    const member = { person_id, role_type: "swing", role_id: null };
    const gone = await made("cast-members", { ...member, production_id: id });
    await staff.send("DELETE", `cast-members/${gone}`);
    const moved = await made("cast-members", { ...member, role_type: "ensemble", production_id: id });
    await staff.send("PUT", `cast-members/${moved}`, { production_id: other });
    await staff.send("PUT", `cast-members/${moved}`, { billing_order: 1 });

    const crew = await made("crew-members", { person_id, production_id: id, job: "director" });

    const found = await list(`production_id=${id}`);
    expect(found.map(({ record_id }) => record_id)).toEqual([crew, moved, moved, gone, gone, role, id]);
  });

  test("the days and a text narrow it, and what they are not is refused", async () => {
    const name = `Ada 100%_"${crypto.randomUUID()}`;
    const id = await made("people", { name });
    const found = async (query: Record<string, string>) =>
      (await list(new URLSearchParams({ record_id: id, ...query }).toString())).length;

    expect(await found({ q: name.slice(2).toUpperCase() })).toBe(1);
    expect(await found({ q: "100%%" })).toBe(0);
    const on = (at: string) =>
      service.infrastructure.database.query("UPDATE activity SET at = $1 WHERE record_id = $2", [at, id]);
    await on("2026-07-01T23:30:00Z");
    expect(await found({ q: name, from: "2026-07-02", to: "2026-07-02", limit: "5" })).toBe(1);
    expect(await found({ from: "2026-07-03" })).toBe(0);
    expect(await found({ to: "2026-07-01" })).toBe(0);
    const numbers = ["limit=0", "limit=101", "limit=x", "limit=", "limit=1.5", "before=x", "before=-1"];
    for (const query of ["from=yesterday", "to=2026-02-30", "q=", "q=%20", `q=${"x".repeat(101)}`, ...numbers])
      expect([query, (await staff.send("GET", `activity?${query}`)).status]).toEqual([query, 400]);
  });

  test("it is CSV for who asks for that, with the fields that changed", async () => {
    const id = await made("people", { name: "Eve, Quill" });
    await staff.send("PUT", `people/${id}`, { bio: "An actor." });

    const response = await staff.ask("GET", `activity?record_id=${id}`, undefined, { accept: "text/csv" });

    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, changed] = (await response.text()).split("\r\n");
    expect(head).toMatch(/^\uFEFF?id,at,account_id,account,change_id,action,resource,record_id,fields,before,after$/);
    expect(changed).toMatch(/,update,people,[^,]+,bio,"\{""bio"":null\}","\{""bio"":""An actor\.""\}"$/);
  });

  test.each(["0", "999999999999999999", "9999999999999999999", "x", "1e3", "-1", "%00"])(
    "there is no entry %s to undo, and that is said",
    async (id) => {
      const { status, body } = await staff.send("POST", `activity/${id}/revert`);

      expect([status, body]).toEqual([404, { error: "Activity not found" }]);
    },
  );

  test("one record of a change is undone alone where it is asked for, and the rest as before", async () => {
    const names = ["Quentin Alpha", "Quentin Beta", "Quentin Gamma"];
    const changes = names.map((name) => ({ action: "create", resource: "people", data: { name } }));
    await staff.send("POST", "changes", { changes });
    const [, beta] = await list("limit=3");
    const found = async () => (await text("people?q=quentin")).match(/Quentin \w+/g);

    const alone = await staff.send("POST", `activity/${beta?.id}/revert?only=record`);

    expect([alone.status, alone.body]).toEqual([200, beta?.after]);
    expect(await found()).toEqual(["Quentin Alpha", "Quentin Gamma"]);
    expect(await list("limit=1")).toMatchObject([{ action: "revert", record_id: beta?.record_id, after: null }]);
    expect((await undo(beta)).body["message"]).toMatch(`people/${beta?.record_id} can't be restored`);
    expect((await staff.send("POST", `activity/${beta?.id}/revert?only=others`)).status).toBe(400);
  });

  test("the entry that blocks an undo is named, even when it is not the first", async () => {
    const changes = [
      { action: "create", resource: "shows", data: { name: "Stands", type: "play" }, id: "stood-upon" },
      { action: "create", resource: "people", data: { name: "Dee Fox" }, id: "dee-fox" },
    ];
    await staff.send("POST", "changes", { changes });
    const [newest] = await list("limit=1");
    await made("productions", { show_id: "stood-upon", theatre_id: "palace", opening_date: "2027-01-01" });

    const refused = await undo(newest);

    expect(newest?.record_id).toBe("dee-fox");
    const message = String(refused.body["message"]);
    const reason = "shows/stood-upon can't be restored: other records have changed since. Nothing was changed.";
    expect([refused.status, message]).toEqual([409, reason]);
    expect(recordInUndoConflict(message)).toEqual({ resource: "shows", id: "stood-upon" });
    expect(recordInUndoConflict("Other records refer to it.")).toBeNull();
    expect((await service.get("/api/people/dee-fox")).status).toBe(200);
  });
});
