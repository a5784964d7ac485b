import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useFixture } from "../../../test/fixture.ts";
import { invalidValues, samples } from "../../../test/samples.ts";
import { useService } from "../../../test/service.ts";
import { signedIn, staffClientWithCookie } from "../../../test/signed-in.ts";
import { until } from "../../../test/until.ts";
import { resources } from "../../resources/resources.ts";
import { changesResult, type ChangesResult } from "./schema.browser.ts";

interface Refused {
  error: string;
  message: string;
  issues: { path: string; message: string }[];
  issue_count: number;
}

describe.each(databaseKinds)("many changes as one (%s)", (databaseKind) => {
  let n = 0;

  const service = useService(databaseKind, { isOwn: true });
  const editor = useFixture(async () => ({ cookie: await signedIn(service, "editor") }));
  const staff = useFixture(async () => staffClientWithCookie(editor.cookie, service));

  const read = async (path: string) => (await (await service.get(`/api/${path}`)).json()) as Record<string, unknown>;
  const status = async (path: string) => (await service.get(`/api/${path}`)).status;
  const send = (body: unknown) => staff.send("POST", "changes", body);
  const make = async (...changes: unknown[]) => changesResult.parse((await send({ dry_run: false, changes })).body);
  const tryOut = async (...changes: unknown[]) => changesResult.parse((await send({ dry_run: true, changes })).body);
  const post = (body: BodyInit, accept = "*/*") =>
    service.get("/api/changes", {
      method: "POST",
      headers: { cookie: editor.cookie, "content-type": "application/json", accept },
      body,
    });
  /** Made large by white space alone. @returns its status. */
  const largeOne = async () => (await post(`{"dry_run":true,"changes":[]}${" ".repeat(100_000)}`)).status;
  const fails = async (...changes: unknown[]) => {
    const { status: code, body } = await send({ changes });
    return { code, ...(body as unknown as Refused) };
  };
  const create = (resource: string, data: object, id?: string) => ({ action: "create", resource, id, data });
  const update = (resource: string, id: string, data: object) => ({ action: "update", resource, id, data });
  const remove = (resource: string, id: string, cascade?: boolean) => ({ action: "delete", resource, id, cascade });
  const undo = ({ activity_id }: ChangesResult) => staff.send("POST", `activity/${activity_id}/revert`);
  const people = (count: number, name = "Crowd") =>
    Array.from({ length: count }, (_, index) => create("people", { name: `${name} ${index}` }));

  /** Creates a production with two roles and a cast of two in one request; their ids share a prefix. */
  function aProduction(): { name: string; changes: unknown[] } {
    const name = `pier-${(n += 1)}`;
    const cast = (person: string, role: string, billing_order: number) => {
      const part = {
        person_id: `${name}-${person}`,
        role_id: `${name}-${role}`,
        role_type: "principal",
        billing_order,
      };
      return create("cast-members", { ...part, production_id: name }, `${name}--${person}`);
    };
    return {
      name,
      changes: [
        create("shows", { name: "The Pier", type: "play" }, `${name}-show`),
        create("productions", { show_id: `${name}-show`, theatre_id: "palace", opening_date: "2027-01-01" }, name),
        create("people", { name: "Ada Quill" }, `${name}-ada`),
        create("people", { name: "Ben Oke" }, `${name}-ben`),
        create("roles", { name: "Nell", production_id: name }, `${name}-nell`),
        create("roles", { name: "Tom", production_id: name }, `${name}-tom`),
        cast("ada", "nell", 1),
        cast("ben", "tom", 2),
      ],
    };
  }
  const made = async () => {
    const { name, changes } = aProduction();
    return { name, result: await make(...changes) };
  };

  test("a creation may refer to earlier ones, each has an entry, and the batch is undone as a whole", async () => {
    const { name, result } = await made();

    expect(result.counts).toEqual({ created: 8, changed: 0, unchanged: 0, deleted: 0, refused: 0 });
    expect(result.changes.every((one) => !("after" in one))).toBe(true);
    expect(await read(`cast-members/${name}--ada`)).toMatchObject({ role_id: `${name}-nell` });
    const entries = await staff.activity(8);
    expect(new Set(entries.map((entry) => entry["change_id"]))).toEqual(new Set([result.change_id]));
    expect(entries.map((entry) => entry["record_id"])).toEqual(result.changes.map(({ id }) => id).toReversed());
    expect((await undo(result)).status).toBe(200);
    const gone = [`shows/${name}-show`, `productions/${name}`, `roles/${name}-nell`];
    expect(await Promise.all(gone.map(status))).toEqual([404, 404, 404]);
  });

  test("a dry run shows the outcome of each change, and writes nothing", async () => {
    const { name } = await made();
    const before = await staff.activity(1);
    const nell = await read(`roles/${name}-nell`);

    const result = await tryOut(
      update("roles", `${name}-nell`, { description: "A pier's owner." }),
      update("roles", `${name}-tom`, { name: "Tom" }),
      remove("cast-members", `${name}--ben`),
      create("people", { name: "Cy Rand" }),
      remove("productions", name),
      create("people", { name: "", bio: 7 }),
    );

    expect(result).toMatchObject({ dry_run: true, change_id: null, activity_id: null });
    expect(result.counts).toEqual({ created: 1, changed: 1, unchanged: 1, deleted: 1, refused: 2 });
    expect(result.changes).toMatchObject([
      { outcome: "changed", before: nell, after: { ...nell, description: "A pier's owner." } },
      { outcome: "unchanged", id: `${name}-tom` },
      { outcome: "deleted", before: { id: `${name}--ben` }, after: null },
      { outcome: "created", before: null, after: { name: "Cy Rand", bio: null } },
      { outcome: "refused", id: name, issues: [{ path: "" }] },
      { outcome: "refused", id: null, issues: [{ path: "data.name" }, { path: "data.bio" }] },
    ]);
    expect(result.changes.filter((one) => "after" in one).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(await staff.activity(1)).toEqual(before);
    expect(await read(`roles/${name}-nell`)).toEqual(nell);
  });

  test.each(resources.map(({ path }) => path))(
    "each invalid value of %s is refused with its field's path",
    async (path) => {
      const values = Object.entries(invalidValues[path] ?? expect.fail(path));
      const wrong = values.flatMap(([field, refused]) => refused.map((value) => ({ field, value })));
      const { changes } = await tryOut(
        ...wrong.map(({ field, value }) => create(path, { ...samples[path]?.((n += 1)), [field]: value })),
      );

      const found = changes.map(({ outcome, issues }, index) => {
        const { field, value } = wrong[index] ?? expect.fail();
        return { field, value, outcome, isNamed: issues?.some((issue) => issue.path === `data.${field}`) };
      });
      expect(found).toEqual(wrong.map((one) => ({ ...one, outcome: "refused", isNamed: true })));
    },
  );

  test("one invalid change prevents all writes; all issues of each are listed with its index", async () => {
    const { changes, name } = aProduction();

    const answer = await fails(
      ...changes,
      create("productions", { show_id: "nothing", theatre_id: "palace", opening_date: "2027-02-30", extra: 1 }),
      update("people", "unknown", {}),
      { action: "shout", resource: "people" },
      create("clowns", {}),
      7,
      create("people", { name: "Cy" }, "Not An Id"),
      update("people", "colm-wilkinson", { id: "another", name: "", born: 1 }),
      JSON.parse('{"action":"create","resource":"people","data":{"name":"Cy","__proto__":{"admin":true}}}'),
    );

    expect([answer.code, answer.error, answer.issue_count]).toEqual([400, "Invalid request", answer.issues.length]);
    expect(answer.issues.map(({ path }) => path.replace("changes.", "")).sort()).toEqual([
      ...["10.action", "11.resource", "12", "13.id", "14.data.born", "14.data.id", "14.data.name"],
      ...["15.data.__proto__", "8.data.extra", "8.data.opening_date", "8.data.show_id", "9.id"],
    ]);
    expect(await status(`productions/${name}`)).toBe(404);
  });

  test("an unreadable change is identified by its index, and by its id if it has one", async () => {
    const { changes } = await tryOut(
      { ...create("people", { name: "Cy" }, "cy"), surprise: 1 },
      { action: "delete", resource: "people", id: 7 },
      create("clowns", {}, "pierrot"),
      { resource: "people" },
    );

    expect(changes.map(({ id }) => id)).toEqual(["cy", null, "pierrot", null]);
    expect(changes.every(({ outcome }) => outcome === "refused")).toBe(true);
  });

  test("a hundred issues of one change and a thousand in all are listed, and all are counted; the others have a reason", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`field_${index}`, 1]));
    const wrong = Array.from({ length: 600 }, () => create("people", { name: "", bio: 7 }));

    for (const [one, first] of [
      [create("people", { name: "Fits", ...unknown }), "changes.0.data.field_0"],
      [{ ...create("people", { name: "Fits" }), ...unknown }, "changes.0.field_0"],
    ] as const) {
      const { issues, issue_count } = await fails(one);
      expect([issues.length, issues[0]?.path, issue_count]).toEqual([100, first, 1_500]);
    }
    const { code, issues, issue_count, message } = await fails(...wrong, create("people", { name: "Fits" }));
    expect([code, issues.length, issues.at(-1)?.path, issue_count]).toEqual([
      400,
      1_000,
      "changes.499.data.bio",
      1_200,
    ]);
    expect(message).toBe("600 of 601 changes can't be made. Nothing was changed.");
    const { changes } = await tryOut(...wrong, { action: "shout" });
    expect(changes.slice(0, 500).every((one) => one.issues?.length === 2)).toBe(true);
    const later = changes.slice(500).map((one) => one.issues?.map(({ path }) => path));
    expect(later).toEqual([...Array<string[]>(100).fill(["data.name"]), ["action"]]);
  });

  test("with unknown fields of any length, a refusal has at most 256 kB", async () => {
    const changes = Array.from({ length: 2_000 }, (_, index) => create("people", { [`\u0001`.repeat(600)]: index }));

    const response = await staff.ask("POST", "changes", { changes });

    expect(response.status).toBe(400);
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(256_000);
  });

  test("a change has at most 64 KiB, a list five thousand changes; what is larger is listed, and nothing is written", async () => {
    const sized = (bytes: number) => {
      const { length } = JSON.stringify(create("people", { name: "A", bio: "" }));
      return create("people", { name: "A", bio: "x".repeat(bytes - length) });
    };
    const fits = await tryOut(sized(65_536));
    const larger = await send({ dry_run: true, changes: [sized(65_537), create("people", {}), sized(70_000)] });
    const most = await tryOut(...Array<number>(5_000).fill(0));
    const more = await fails(...Array<number>(5_001).fill(0));

    expect(fits.changes).toMatchObject([{ outcome: "refused", issues: [{ path: "data.bio" }] }]);
    const tooLarge = [0, 2].map((index) => ({ path: `changes.${index}`, message: "must have at most 65536 bytes" }));
    expect([larger.status, larger.body["issues"]]).toEqual([400, tooLarge]);
    expect(most.counts.refused).toBe(5_000);
    const message = "must have at most 5,000 changes and 8 MiB, 64 KiB a change; split the batch";
    expect(more.issues).toEqual([{ path: "changes", message }]);
  });

  test("conflicts alone are 409, changed records alone 412, both 400", async () => {
    const { name } = await made();
    await make(create("people", { name: "Cleo" }, `${name}-cleo`));
    const conflict = remove("people", `${name}-ada`);
    const stale = { ...update("people", `${name}-ada`, { bio: "x" }), if_match: '"old"' };

    expect(await fails(conflict)).toMatchObject({ code: 409, error: "Conflict", issues: [{ path: "changes.0" }] });
    for (const one of [stale, { ...remove("people", `${name}-cleo`), if_match: '"old"' }])
      expect(await fails(one)).toMatchObject({ code: 412, issues: [{ path: "changes.0.if_match" }] });
    expect((await fails(conflict, stale)).code).toBe(400);
    const { etag } = await staff.send("GET", `people/${name}-ada`);
    expect((await make({ ...stale, if_match: etag })).counts.changed).toBe(1);
  });

  test("the same assignment twice is a conflict, within the list and with existing records, also in a dry run", async () => {
    const { name } = await made();
    const part = { person_id: `${name}-ada`, production_id: name };
    const again = create("cast-members", { ...part, role_id: `${name}-nell`, role_type: "principal" });
    const swing = create("cast-members", { ...part, role_type: "swing" });

    const { changes } = await tryOut(again, swing, swing);
    expect(changes.map(({ outcome }) => outcome)).toEqual(["refused", "created", "refused"]);
    expect(await fails(again, swing, swing)).toMatchObject({
      code: 409,
      issues: [{ path: "changes.0" }, { path: "changes.2" }],
    });
  });

  test("two swap their roles in one change", async () => {
    const { name } = await made();
    const [ada, ben] = [`${name}--ada`, `${name}--ben`];

    const swapped = await make(
      update("cast-members", ada, { person_id: `${name}-ben` }),
      update("cast-members", ben, { person_id: `${name}-ada` }),
      update("cast-members", ada, { role_id: `${name}-tom`, billing_order: 2 }),
      update("cast-members", ben, { role_id: `${name}-nell`, billing_order: 1 }),
    );

    expect(swapped.counts.changed).toBe(4);
    expect((await undo(swapped)).status).toBe(200);
    expect(await read(`cast-members/${ada}`)).toMatchObject({ person_id: `${name}-ada`, role_id: `${name}-nell` });
  });

  test("a role and its cast move to another production together", async () => {
    const [here, there] = [(await made()).name, (await made()).name];
    const [member, role] = [`${here}--ada`, `${here}-nell`];
    const move = update("roles", role, { production_id: there });

    expect((await fails(move)).code).toBe(409);
    const moved = await make(
      update("cast-members", member, { role_id: null }),
      move,
      update("cast-members", member, { role_id: role, production_id: there }),
    );

    expect(moved.counts.changed).toBe(3);
    expect(await read(`cast-members/${member}`)).toMatchObject({ role_id: role, production_id: there });
    expect((await undo(moved)).status).toBe(200);
    expect(await read(`roles/${role}`)).toMatchObject({ production_id: here });
  });

  test("a deletion is refused while others refer to the record, a cascade deletes them, and deleted records can't be referred to", async () => {
    const { changes: creations, name } = aProduction();
    const show = remove("shows", `${name}-show`);

    const { changes } = await tryOut(
      ...creations,
      ...[remove("productions", name), show, remove("productions", name, true), show],
      create("roles", { name: "Late", production_id: name }),
      remove("cast-members", `${name}--ada`),
    );
    const outcomes = ["refused", "refused", "deleted", "deleted", "refused", "refused"];
    expect(changes.slice(creations.length).map(({ outcome }) => outcome)).toEqual(outcomes);
    await make(...creations);
    const removed = await make(remove("productions", name, true), show);
    expect(await status(`roles/${name}-tom`)).toBe(404);
    expect((await undo(removed)).status).toBe(200);
    expect(await status(`cast-members/${name}--ben`)).toBe(200);
  });

  test("an id has one to two hundred characters, is free or freed by an earlier deletion, and can be referred to", async () => {
    const show = { name: "Known by its length", type: "play" };
    const run = { theatre_id: "palace", opening_date: "2027-01-01" };
    for (const id of ["7", "x".repeat(200)]) {
      const { changes } = await make(create("shows", show, id), create("productions", { ...run, show_id: id }));
      expect(await read(`productions/${changes[1]?.id}`)).toMatchObject({ show_id: id });
    }
    for (const id of ["", "x".repeat(201)])
      expect(await fails(create("shows", show, id))).toMatchObject({ code: 400, issues: [{ path: "changes.0.id" }] });
    const taken = await fails(create("people", { name: "Another" }, "colm-wilkinson"));
    expect(taken).toMatchObject({ code: 409, issues: [{ path: "changes.0" }] });

    await make(create("people", { name: "First" }, "reused"));
    const reused = await make(remove("people", "reused"), create("people", { name: "Second" }, "reused"));
    expect(await read("people/reused")).toMatchObject({ name: "Second" });
    expect((await undo(reused)).status).toBe(200);
    expect(await read("people/reused")).toMatchObject({ name: "First" });
  });

  test("a violation that only the database detects is found among many, in a dry run too", async () => {
    const { database } = service.infrastructure;
    await database.query("ALTER TABLE people ADD CONSTRAINT people_test CHECK (name <> 'Nobody') NOT VALID", []);
    const some = people(1_100).map((one, index) => (index % 300 === 7 ? create("people", { name: "Nobody" }) : one));

    const { changes } = await tryOut(...some);
    const answer = await fails(...some);
    await database.query("ALTER TABLE people DROP CONSTRAINT people_test", []);

    const expected = [7, 307, 607, 907];
    expect(changes.flatMap(({ outcome, index }) => (outcome === "refused" ? [index] : []))).toEqual(expected);
    expect(answer.issues.map(({ path }) => path)).toEqual(expected.map((index) => `changes.${index}.data`));
    expect(answer.code).toBe(400);
  });

  test("readers see the whole batch or nothing", async () => {
    const count = async () => ((await (await service.get("/api/people")).json()) as unknown[]).length;
    const seen = new Set<number>();
    let isOver = false;
    const watching = (async () => {
      while (!isOver) seen.add(await count());
    })();

    const crowd = await make(...people(1_500));
    const after = await count();
    isOver = true;
    await watching;

    expect([...seen].filter((one) => one !== after && one !== after - 1_500)).toEqual([]);
    expect((await undo(crowd)).status).toBe(200);
  });

  test("a client that accepts lines gets progress, and the result last", async () => {
    const ask = async (changes: unknown[]) => {
      const response = await post(JSON.stringify({ changes }), "application/x-ndjson");
      const lines = (await response.text()).trimEnd().split("\n");
      return { response, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
    };

    const { response, lines } = await ask(people(1_200));
    const { headers } = response;
    expect([response.status, headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
    expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
    expect(headers.get("content-length")).toBeNull();
    const done = lines.slice(0, -1).map((line) => Number(line["done"]));
    expect(done.length).toBeGreaterThan(3);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    // Half of the progress is checking, half is writing.
    expect(done).toContain(600);
    expect(done.at(-1)).toBe(1_200);
    expect(lines.slice(0, -1).every((line) => line["of"] === 1_200)).toBe(true);
    const { status: last, ...result } = lines.at(-1) ?? expect.fail();
    expect([last, changesResult.parse(result).counts.created]).toEqual([200, 1_200]);

    const refusal = await ask([remove("shows", "hamilton")]);
    expect(refusal.response.status).toBe(200);
    expect(refusal.lines.at(-1)).toMatchObject({ status: 409, error: "Conflict", issues: [{ path: "changes.0" }] });
  });

  test.each([
    ["Application/X-NDJSON", true],
    ["application/json, application/x-ndjson", true],
    ["application/x-ndjson;q=0.9 , text/plain", true],
    ["application/x-ndjsonp", false],
    ["text/application/x-ndjson", false],
  ])("a client that accepts %s gets lines: %s", async (accept, areLines) => {
    const { headers } = await post('{"changes":[]}', accept);

    expect(headers.get("content-type")?.startsWith("application/x-ndjson")).toBe(areLines);
  });

  test("a batch is not applied when its client disconnects", async () => {
    const before = await staff.activity(1);
    const headers = { cookie: editor.cookie, "content-type": "application/json", accept: "application/x-ndjson" };

    await new Promise<void>((resolve) => {
      const asking = request({ port: service.port, path: "/api/changes", method: "POST", headers }, (response) =>
        response
          .once("data", () => asking.destroy())
          .once("close", resolve)
          .on("error", () => undefined),
      );
      asking.on("error", () => undefined).end(JSON.stringify({ changes: people(5_000, "Gone") }));
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
    const head = `POST /api/changes HTTP/1.1\r\nHost: localhost\r\nCookie: ${editor.cookie}\r\nContent-Type: application/json\r\n`;
    const refused = Promise.race(open.map(async (socket) => String(await once(socket, "data"))));
    for (const socket of open) socket.write(`${head}Content-Length: 100000\r\n\r\n{`);

    expect(await refused).toMatch(/^HTTP\/1.1 503 [^]*\r\nRetry-After: 2\r\n/);
    expect((await send({ dry_run: true, changes: [] })).status).toBe(200);

    // Clients that disconnect make room.
    for (const socket of open) socket.destroy();
    await until("a large list is read", async () => (await largeOne()) === 200);
  });

  test("the whole list counts as one request", async () => {
    const remaining = async () => {
      const { headers } = await staff.ask("POST", "changes", { dry_run: true, changes: people(2) });
      return Number(headers.get("x-ratelimit-remaining"));
    };

    expect([(await remaining()) - (await remaining())]).toEqual([1]);
  });

  test("a parameter in the address, such as one of an import, is refused, and nothing is written", async () => {
    const { status: code, body } = await staff.send("POST", "changes?dry_run=true", {
      changes: people(1, "Misplaced"),
    });
    expect([code, body["issues"], await status("people/misplaced-0")]).toMatchObject([400, [{ path: "dry_run" }], 404]);
  });

  test.each([
    ["no JSON", '{"changes":[{"action":"create"}', 400],
    ["not closed inside a change", '{"changes":[{"action":]}', 400],
    ["a list", "[]", 400],
    ["without changes", "{}", 400],
    ["with something unknown", '{"changes":[],"surprise":1}', 400],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ["too deep", `{"changes":[{"a":${"[".repeat(40)}${"]".repeat(40)}}]}`, 400],
    ["full of small values", `{"changes":[${"0,".repeat(250_000)}0]}`, 400],
    ["of too many bytes", " ".repeat(8 * 1024 * 1024 + 1), 413],
  ])("a body that is %s is %i", async (_what, body, code) => {
    const response = await post(body);
    const message = "A batch has at most 5,000 changes and 8 MiB, 64 KiB a change. Split the batch.";

    expect(response.status).toBe(code);
    if (code === 413) expect(await response.json()).toEqual({ error: "Content too large", message });
  });
});
