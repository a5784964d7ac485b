import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { invalidValues, samples } from "../../../test/samples.ts";
import { useService } from "../../../test/service.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { useStaff } from "../../../test/staff-client.ts";
import { until } from "../../../test/until.ts";
import { resources } from "../../resources/resources.ts";
import { changesResult, type ChangesResult } from "./schema.browser.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };

interface Refused {
  error: string;
  message: string;
  issues: { path: string; message: string }[];
  issue_count: number;
}

describe.each(databaseKinds)("many changes as one (%s)", (databaseKind) => {
  let cookie: string;
  let n = 0;

  const service = useService(databaseKind, { settings: highLimits });
  const staff = useStaff(service);
  beforeAll(async () => {
    cookie = await signedIn(service, "editor");
  });

  const read = async (path: string) => (await (await service.get(`/api/${path}`)).json()) as Record<string, unknown>;
  const status = async (path: string) => (await service.get(`/api/${path}`)).status;
  const etag = async (path: string) => (await service.get(`/api/${path}`)).headers.get("etag") ?? "";
  const send = (body: unknown) => staff.send("POST", "changes", body);
  const make = async (...changes: unknown[]) => changesResult.parse((await send({ changes })).body);
  const tryOut = async (...changes: unknown[]) => changesResult.parse((await send({ dry_run: true, changes })).body);
  /** Made large by white space alone. @returns its status. */
  const largeOne = async () => {
    const headers = { cookie, "content-type": "application/json" };
    const body = `{"dry_run":true,"changes":[]}${" ".repeat(100_000)}`;
    return (await service.get("/api/changes", { method: "POST", headers, body })).status;
  };
  const fails = async (...changes: unknown[]) => {
    const { status: code, body } = await send({ changes });
    return { code, ...(body as unknown as Refused) };
  };
  const create = (resource: string, data: object, id?: string) => ({ action: "create", resource, id, data });
  const update = (resource: string, id: string, data: object) => ({ action: "update", resource, id, data });
  const remove = (resource: string, id: string, cascade?: boolean) => ({ action: "delete", resource, id, cascade });
  const undo = ({ activity_id }: ChangesResult) => staff.send("POST", `activity/${activity_id}/revert`);

  /** Creates a production with two roles and a cast of two in one request; their ids share a prefix. */
  function aProduction(): { name: string; changes: unknown[] } {
    const name = `pier-${(n += 1)}`;
    const cast = (person: string, role: string, billing_order: number) =>
      create(
        "cast-members",
        { person_id: person, production_id: name, role_id: role, role_type: "principal", billing_order },
        `${name}--${person}`,
      );
    return {
      name,
      changes: [
        create("shows", { name: "The Pier", type: "play" }, `${name}-show`),
        create("productions", { show_id: `${name}-show`, theatre_id: "palace", opening_date: "2027-01-01" }, name),
        create("people", { name: "Ada Quill" }, `${name}-ada`),
        create("people", { name: "Ben Oke" }, `${name}-ben`),
        create("roles", { name: "Nell", production_id: name }, `${name}-nell`),
        create("roles", { name: "Tom", production_id: name }, `${name}-tom`),
        cast(`${name}-ada`, `${name}-nell`, 1),
        cast(`${name}-ben`, `${name}-tom`, 2),
      ],
    };
  }

  test("a creation may refer to earlier ones, each has an entry, and the batch is undone as a whole", async () => {
    const { name, changes } = aProduction();

    const made = await make(...changes);

    expect(made.counts).toEqual({ created: 8, changed: 0, unchanged: 0, deleted: 0, refused: 0 });
    expect(made.changes.every((one) => !("after" in one))).toBe(true);
    expect(await read(`cast-members/${name}--${name}-ada`)).toMatchObject({ role_id: `${name}-nell` });
    const entries = await staff.activity(8);
    expect(new Set(entries.map((entry) => entry["change_id"]))).toEqual(new Set([made.change_id]));
    expect(entries.map((entry) => entry["record_id"])).toEqual(made.changes.map(({ id }) => id).toReversed());
    expect((await undo(made)).status).toBe(200);
    expect(await Promise.all([`shows/${name}-show`, `productions/${name}`, `roles/${name}-nell`].map(status))).toEqual([
      404, 404, 404,
    ]);
  });

  test("a dry run shows the outcome of each change, and writes nothing", async () => {
    const { changes, name } = aProduction();
    await make(...changes);
    const before = await staff.activity(1);
    const nell = await read(`roles/${name}-nell`);

    const result = await tryOut(
      update("roles", `${name}-nell`, { description: "A pier's owner." }),
      update("roles", `${name}-tom`, { name: "Tom" }),
      remove("cast-members", `${name}--${name}-ben`),
      create("people", { name: "Cy Rand" }),
      remove("productions", name),
      create("people", { name: "", bio: 7 }),
    );

    expect(result).toMatchObject({ dry_run: true, change_id: null, activity_id: null });
    expect(result.counts).toEqual({ created: 1, changed: 1, unchanged: 1, deleted: 1, refused: 2 });
    expect(result.changes).toMatchObject([
      { outcome: "changed", before: nell, after: { ...nell, description: "A pier's owner." } },
      { outcome: "unchanged", id: `${name}-tom` },
      { outcome: "deleted", before: { id: `${name}--${name}-ben` }, after: null },
      { outcome: "created", before: null, after: { name: "Cy Rand", bio: null } },
      { outcome: "refused", id: name, issues: [{ path: "" }] },
      { outcome: "refused", id: null, issues: [{ path: "data.name" }, { path: "data.bio" }] },
    ]);
    expect(result.changes.filter((one) => "after" in one).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(await staff.activity(1)).toEqual(before);
    expect(await read(`roles/${name}-nell`)).toEqual(nell);
  });

  test("an unreadable change is identified by its index, and by its id if it has one", async () => {
    const { changes } = await tryOut(
      { ...create("people", { name: "Cy" }, "cy"), surprise: 1 },
      { action: "delete", resource: "people", id: 7 },
      create("clowns", {}, "pierrot"),
      { resource: "people" },
    );

    expect(changes.map(({ outcome, id }) => [outcome, id])).toEqual([
      ["refused", "cy"],
      ["refused", null],
      ["refused", "pierrot"],
      ["refused", null],
    ]);
  });

  test("all issues of a change are reported at once", async () => {
    const { changes } = await tryOut(
      create("people", {}),
      update("people", "colm-wilkinson", { id: "another", name: "", born: 1 }),
      JSON.parse('{"action":"create","resource":"people","data":{"name":"Cy","__proto__":{"admin":true}}}'),
    );

    expect(changes.map(({ issues = [] }) => issues.map(({ path }) => path).sort())).toEqual([
      ["data.name"],
      ["data.born", "data.id", "data.name"],
      ["data.__proto__"],
    ]);
  });

  test("of more than a thousand issues a thousand are listed, and all are counted", async () => {
    const people = Array.from({ length: 600 }, () => create("people", { name: "", bio: 7 }));

    const answer = await fails(...people, create("people", { name: "Fits" }));

    expect([answer.code, answer.issues.length, answer.issue_count]).toEqual([400, 1_000, 1_200]);
    expect(answer.issues.at(-1)?.path).toBe("changes.499.data.bio");
    expect(answer.message).toBe("600 of 601 changes can't be made. Nothing was changed.");
  });

  test("of one change a hundred issues are listed, and all are counted", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`field_${index}`, 1]));

    const inData = await fails(create("people", { name: "Fits", ...unknown }));
    const beside = await fails({ ...create("people", { name: "Fits" }), ...unknown });

    expect([inData.issues.length, inData.issues[0]?.path]).toEqual([100, "changes.0.data.field_0"]);
    expect([beside.issues.length, beside.issues[0]?.path]).toEqual([100, "changes.0.field_0"]);
    expect([inData.issue_count, beside.issue_count]).toEqual([1_500, 1_500]);
  });

  test("in a dry run each refused change has a reason, but only the first one after a thousand issues", async () => {
    const people = Array.from({ length: 600 }, () => create("people", { name: "", bio: 7 }));

    const { changes } = await tryOut(...people, { action: "shout" });

    expect(changes.slice(0, 500).every(({ issues }) => issues?.length === 2)).toBe(true);
    expect(changes.slice(500, 600).map(({ issues }) => issues?.map(({ path }) => path))).toEqual(
      Array(100).fill(["data.name"]),
    );
    expect(changes[600]).toMatchObject({ outcome: "refused", issues: [{ path: "action" }] });
  });

  test("with unknown fields of any length, a refusal has at most 256 kB", async () => {
    const changes = Array.from({ length: 2_000 }, (_, index) => create("people", { [`\u0001`.repeat(600)]: index }));

    const response = await staff.ask("POST", "changes", { changes });

    expect(response.status).toBe(400);
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(256_000);
  });

  test("a change has at most 64 KiB; each larger one is listed, and nothing is written", async () => {
    const sized = (bytes: number, name: string) => {
      const change = create("people", { name, bio: "" });
      return create("people", { name, bio: "x".repeat(bytes - JSON.stringify(change).length) });
    };

    const whole = await tryOut(sized(65_536, "Fits"));
    const larger = await send({
      dry_run: true,
      changes: [sized(65_537, "A"), create("people", {}), sized(70_000, "B")],
    });

    expect(whole.changes).toMatchObject([{ outcome: "refused", issues: [{ path: "data.bio" }] }]);
    expect([larger.status, (larger.body as unknown as Refused).issues]).toEqual([
      400,
      [0, 2].map((index) => ({ path: `changes.${index}`, message: "must have at most 65536 bytes" })),
    ]);
  });

  test("a record created earlier in the list keeps its references", async () => {
    const { changes, name } = aProduction();

    const { changes: outcomes } = await tryOut(
      ...changes,
      remove("shows", `${name}-show`),
      remove("productions", name),
    );

    expect(outcomes.slice(changes.length).map(({ outcome, issues }) => [outcome, issues?.length])).toEqual([
      ["refused", 1],
      ["refused", 1],
    ]);
  });

  test("one invalid change prevents all writes; each invalid one is listed with its index", async () => {
    const { changes, name } = aProduction();

    const answer = await fails(
      ...changes,
      create("productions", { show_id: "nothing", theatre_id: "palace", opening_date: "2027-02-30", extra: 1 }),
      update("people", "nobody", {}),
      { action: "shout", resource: "people" },
      create("clowns", {}),
      7,
      create("people", { name: "Cy" }, "Not An Id"),
      update("people", "colm-wilkinson", { id: "another" }),
    );

    expect([answer.code, answer.error, answer.issue_count]).toEqual([400, "Invalid request", answer.issues.length]);
    expect(answer.issues.map(({ path }) => path).sort()).toEqual([
      "changes.10.action",
      "changes.11.resource",
      "changes.12",
      "changes.13.id",
      "changes.14.data.id",
      "changes.8.data.extra",
      "changes.8.data.opening_date",
      "changes.8.data.show_id",
      "changes.9.id",
    ]);
    expect(await status(`productions/${name}`)).toBe(404);
  });

  test.each(resources.map(({ path }) => path))("%s follow the rules of a single write", async (path) => {
    const wrong = Object.entries(invalidValues[path] ?? {}).flatMap(([field, values]) =>
      values.map((value) => ({ field, value })),
    );
    const asked = wrong.map(({ field, value }) => create(path, { ...samples[path]?.((n += 1)), [field]: value }));

    const { changes } = await tryOut(...asked);

    for (const [index, { field, value }] of wrong.entries()) {
      const paths = changes[index]?.issues?.map((issue) => issue.path);
      expect([field, value, changes[index]?.outcome, paths?.includes(`data.${field}`)]).toEqual([
        field,
        value,
        "refused",
        true,
      ]);
    }
  });

  test("conflicts alone are 409, changed records alone 412, both 400", async () => {
    const { changes, name } = aProduction();
    await make(...changes);
    const conflict = remove("people", `${name}-ada`);
    const stale = { ...update("people", `${name}-ada`, { bio: "x" }), if_match: '"old"' };

    expect(await fails(conflict)).toMatchObject({ code: 409, error: "Conflict", issues: [{ path: "changes.0" }] });
    expect(await fails(stale)).toMatchObject({ code: 412, issues: [{ path: "changes.0.if_match" }] });
    expect((await fails(conflict, stale)).code).toBe(400);
    const staleRemoval = { ...remove("people", `${name}-cleo`), if_match: '"old"' };
    await make(create("people", { name: "Cleo" }, `${name}-cleo`));
    expect(await fails(staleRemoval)).toMatchObject({ code: 412, issues: [{ path: "changes.0.if_match" }] });
    const fresh = { ...stale, if_match: await etag(`people/${name}-ada`) };
    expect((await make(fresh)).counts.changed).toBe(1);
  });

  test("the same assignment twice is a conflict, within the list and with existing records, also in a dry run", async () => {
    const { changes, name } = aProduction();
    await make(...changes);
    const again = { person_id: `${name}-ada`, production_id: name, role_id: `${name}-nell`, role_type: "principal" };
    const swing = { person_id: `${name}-ada`, production_id: name, role_type: "swing" };
    const asked = [create("cast-members", again), create("cast-members", swing), create("cast-members", swing)];

    expect((await tryOut(...asked)).changes.map(({ outcome }) => outcome)).toEqual(["refused", "created", "refused"]);
    expect(await fails(...asked)).toMatchObject({ code: 409, issues: [{ path: "changes.0" }, { path: "changes.2" }] });
  });

  test("two swap their roles in one change", async () => {
    const { changes, name } = aProduction();
    await make(...changes);
    const [ada, ben] = [`${name}--${name}-ada`, `${name}--${name}-ben`];

    const made = await make(
      update("cast-members", ada, { person_id: `${name}-ben` }),
      update("cast-members", ben, { person_id: `${name}-ada` }),
      update("cast-members", ada, { role_id: `${name}-tom`, billing_order: 2 }),
      update("cast-members", ben, { role_id: `${name}-nell`, billing_order: 1 }),
    );

    expect(made.counts.changed).toBe(4);
    expect((await undo(made)).status).toBe(200);
    expect(await read(`cast-members/${ada}`)).toMatchObject({ person_id: `${name}-ada`, role_id: `${name}-nell` });
  });

  test("a role and its cast move to another production together", async () => {
    const [here, there] = [aProduction(), aProduction()];
    await make(...here.changes, ...there.changes);
    const [member, role] = [`${here.name}--${here.name}-ada`, `${here.name}-nell`];

    expect((await fails(update("roles", role, { production_id: there.name }))).code).toBe(409);
    const made = await make(
      update("cast-members", member, { role_id: null }),
      update("roles", role, { production_id: there.name }),
      update("cast-members", member, { role_id: role, production_id: there.name }),
    );

    expect(made.counts.changed).toBe(3);
    expect(await read(`cast-members/${member}`)).toMatchObject({ role_id: role, production_id: there.name });
    expect((await undo(made)).status).toBe(200);
    expect(await read(`roles/${role}`)).toMatchObject({ production_id: here.name });
  });

  test("a deletion is refused while others refer to the record, a cascade deletes them, and deleted records can't be referred to", async () => {
    const { changes, name } = aProduction();
    await make(...changes);

    const { changes: outcomes } = await tryOut(
      remove("productions", name),
      remove("shows", `${name}-show`),
      remove("productions", name, true),
      remove("shows", `${name}-show`),
      create("roles", { name: "Late", production_id: name }),
      remove("cast-members", `${name}--${name}-ada`),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...["refused", "refused", "deleted", "deleted"],
      ...["refused", "refused"],
    ]);
    const made = await make(remove("productions", name, true), remove("shows", `${name}-show`));
    expect(await status(`roles/${name}-tom`)).toBe(404);
    expect((await undo(made)).status).toBe(200);
    expect(await status(`cast-members/${name}--${name}-ben`)).toBe(200);
  });

  test("an id must be free, which it is after an earlier deletion", async () => {
    const taken = await fails(create("people", { name: "Another" }, "colm-wilkinson"));
    expect(taken).toMatchObject({ code: 409, issues: [{ path: "changes.0" }] });

    await make(create("people", { name: "First" }, "reused"));
    const made = await make(remove("people", "reused"), create("people", { name: "Second" }, "reused"));

    expect(await read("people/reused")).toMatchObject({ name: "Second" });
    expect((await undo(made)).status).toBe(200);
    expect(await read("people/reused")).toMatchObject({ name: "First" });
  });

  test("a given id has one to two hundred characters, and can be referred to", async () => {
    const show = { name: "Known by its length", type: "play" };
    const run = { theatre_id: "palace", opening_date: "2027-01-01" };
    for (const id of ["7", "x".repeat(200)]) {
      const { changes } = await make(create("shows", show, id), create("productions", { ...run, show_id: id }));
      expect(changes).toMatchObject([{ outcome: "created", id }, { outcome: "created" }]);
      expect(await read(`productions/${changes[1]?.id}`)).toMatchObject({ show_id: id });
    }

    for (const id of ["", "x".repeat(201)]) {
      const refusal = await fails(create("shows", show, id));
      expect(refusal).toMatchObject({ code: 400, issues: [{ path: "changes.0.id" }] });
    }
  });

  test("a violation that only the database detects is found among many, in a dry run too", async () => {
    const { database } = service.infrastructure;
    await database.query("ALTER TABLE people ADD CONSTRAINT people_test CHECK (name <> 'Nobody')", []);
    const people = Array.from({ length: 1_100 }, (_, index) =>
      create("people", { name: index % 300 === 7 ? "Nobody" : `Somebody ${index}` }),
    );

    const { changes } = await tryOut(...people);
    const answer = await fails(...people);

    const expected = [7, 307, 607, 907];
    expect(changes.flatMap(({ outcome, index }) => (outcome === "refused" ? [index] : []))).toEqual(expected);
    expect(answer.issues.map(({ path }) => path)).toEqual(expected.map((index) => `changes.${index}.data`));
    expect(answer.code).toBe(400);
    await database.query("ALTER TABLE people DROP CONSTRAINT people_test", []);
  });

  test("a change without effect leaves no entry and the version unchanged", async () => {
    const [before] = await staff.activity(1);
    const tag = await etag("people");

    const made = await make(update("people", "colm-wilkinson", await read("people/colm-wilkinson")));

    expect(made).toMatchObject({ change_id: null, activity_id: null, counts: { unchanged: 1 } });
    expect(await staff.activity(1)).toEqual([before]);
    expect(await etag("people")).toBe(tag);
  });

  test("readers see the whole batch or nothing", async () => {
    const people = Array.from({ length: 1_500 }, (_, index) => create("people", { name: `Crowd ${index}` }));
    const seen = new Set<number>();
    let isOver = false;
    const watching = (async () => {
      while (!isOver) seen.add(((await (await service.get("/api/people")).json()) as unknown[]).length);
    })();

    const made = await make(...people);
    const after = ((await (await service.get("/api/people")).json()) as unknown[]).length;
    isOver = true;
    await watching;

    expect([...seen].filter((count) => count !== after && count !== after - 1_500)).toEqual([]);
    expect((await undo(made)).status).toBe(200);
  });

  test("a batch with a later change to one record is not undone at all", async () => {
    const made = await make(create("people", { name: "Early" }, "early"), create("people", { name: "Late" }, "late"));
    await make(update("people", "late", { bio: "Came later." }));

    expect((await undo(made)).status).toBe(409);
    expect(await status("people/early")).toBe(200);

    const show = await make(create("shows", { name: "Stands", type: "play" }, "stands"));
    await make(create("productions", { show_id: "stands", theatre_id: "palace", opening_date: "2027-01-01" }));
    expect((await undo(show)).status).toBe(409);
  });

  test("a client that accepts lines gets progress, and the result last", async () => {
    const people = Array.from({ length: 1_200 }, (_, index) => create("people", { name: `Line ${index}` }));
    const ask = async (changes: unknown[]) => {
      const response = await service.get("/api/changes", {
        method: "POST",
        headers: { cookie, "content-type": "application/json", accept: "application/x-ndjson" },
        body: JSON.stringify({ changes }),
      });
      const lines = (await response.text()).trimEnd().split("\n");
      return { response, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
    };

    const { response, lines } = await ask(people);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/x-ndjson; charset=utf-8",
    ]);
    expect(response.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
    expect(response.headers.get("content-length")).toBeNull();
    const done = lines.slice(0, -1).map((line) => Number(line["done"]));
    expect(done.length).toBeGreaterThan(3);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    // Half of the progress is checking, half is writing.
    expect(done).toContain(600);
    expect(done.at(-1)).toBe(1_200);
    expect(lines.slice(0, -1).every((line) => line["of"] === 1_200)).toBe(true);
    const { status: last, ...result } = lines.at(-1) ?? {};
    expect([last, changesResult.parse(result).counts.created]).toEqual([200, 1_200]);

    const refusal = await ask([remove("shows", "hamilton")]);
    expect(refusal.response.status).toBe(200);
    expect(refusal.lines.at(-1)).toMatchObject({ status: 409, error: "Conflict", issues: [{ path: "changes.0" }] });
  });

  test.each([
    ["application/x-ndjson", true],
    ["Application/X-NDJSON", true],
    ["application/json, application/x-ndjson", true],
    ["application/x-ndjson;q=0.9, text/plain", true],
    ["application/x-ndjson , text/plain", true],
    ["application/x-ndjsonp", false],
    ["text/application/x-ndjson", false],
    ["*/*", false],
  ])("a client that accepts %s gets lines: %s", async (accept, areLines) => {
    const response = await staff.ask("POST", "changes", { changes: [] }, { accept });

    expect(response.headers.get("content-type")?.startsWith("application/x-ndjson")).toBe(areLines);
    await response.arrayBuffer();
  });

  test("a batch with dry_run false is applied", async () => {
    const { body } = await send({ dry_run: false, changes: [create("people", { name: "Real" }, "real")] });

    expect(body).toMatchObject({ dry_run: false, counts: { created: 1 } });
    expect(await status("people/real")).toBe(200);
  });

  test("a list with more than five thousand changes is refused, with what to do", async () => {
    const changes = Array.from({ length: 5_001 }, () => 0);

    const { counts } = changesResult.parse((await send({ dry_run: true, changes: changes.slice(1) })).body);
    const { issues } = await fails(...changes);

    expect(counts.refused).toBe(5_000);
    expect(issues).toEqual([
      { path: "changes", message: "must have at most 5,000 changes and 8 MiB, 64 KiB a change; split the batch" },
    ]);
  });

  test("a batch is not applied when its client disconnects", async () => {
    const people = Array.from({ length: 5_000 }, (_, index) =>
      create("people", { name: `Gone ${index}` }, `gone-${index}`),
    );
    const before = await staff.activity(1);
    const body = JSON.stringify({ changes: people });

    await new Promise<void>((resolve) => {
      const asking = request(
        {
          port: service.port,
          path: "/api/changes",
          method: "POST",
          headers: { cookie, "content-type": "application/json", accept: "application/x-ndjson" },
        },
        (response) =>
          response
            .once("data", () => asking.destroy())
            .once("close", resolve)
            .on("error", () => undefined),
      );
      asking.on("error", () => undefined).end(body);
    });
    // Another change waits for its turn, and so for the end of this one.
    await make(create("people", { name: "Next" }));

    expect(await status("people/gone-0")).toBe(404);
    expect((await staff.activity(2))[1]).toEqual(before[0]);
    // It was a large list, and the next one has its turn.
    expect(await largeOne()).toBe(200);
  });

  test("one large list is processed at a time and four wait; another gets 503 with Retry-After, and small ones continue", async () => {
    const open = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
        await once(socket, "connect");
        return socket;
      }),
    );
    const head = `POST /api/changes HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`;
    const refused = Promise.race(open.map(async (socket) => String(await once(socket, "data"))));
    for (const socket of open) socket.write(`${head}Content-Length: 100000\r\n\r\n{`);

    expect(await refused).toMatch(/^HTTP\/1.1 503 [^]*\r\nRetry-After: 2\r\n/);
    expect((await send({ dry_run: true, changes: [] })).status).toBe(200);

    // Clients that disconnect make room.
    for (const socket of open) socket.destroy();
    await until("a large list is read", async () => (await largeOne()) === 200);
  });

  test("the whole list counts as one request", async () => {
    const ask = () =>
      service.get("/api/changes", {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({
          dry_run: true,
          changes: [create("people", { name: "A" }), create("people", { name: "B" })],
        }),
      });
    const remaining = (response: Response) => Number(response.headers.get("x-ratelimit-remaining"));

    const first = remaining(await ask());

    expect(remaining(await ask())).toBe(first - 1);
  });

  test.each([
    ["no JSON", '{"changes":[{"action":"create"}', 400],
    ["not closed inside a change", '{"changes":[{"action":]}', 400],
    ["a list", "[]", 400],
    ["without changes", "{}", 400],
    ["with something unknown", '{"changes":[],"surprise":1}', 400],
    ["empty", "", 400],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ["too deep", `{"changes":[{"a":${"[".repeat(40)}${"]".repeat(40)}}]}`, 400],
    ["full of small values", `{"changes":[${"0,".repeat(250_000)}0]}`, 400],
    ["of too many bytes", " ".repeat(8 * 1024 * 1024 + 1), 413],
    ["of more than a single write may have", `{"changes":[]${" ".repeat(100_000)}}`, 200],
  ])("a body that is %s is %i", async (_what, body, code) => {
    const response = await service.get("/api/changes", {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(code);
    if (code === 413)
      expect(await response.json()).toEqual({
        error: "Content too large",
        message: "A batch has at most 5,000 changes and 8 MiB, 64 KiB a change. Split the batch.",
      });
  });
});
