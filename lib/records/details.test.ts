import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { useStaff } from "../../test/signed-in.ts";

const day = 86_400_000;
const noon = "2026-11-23T12:00:00.000Z";
const press = { field: null, name: "The Stage", url: null, kind: "press", read_on: null, note: null };
const alias = { name: "Ada Q.", kind: "also", from: "1999", to: "1999-05" };

describe.each(databaseKinds)("details and sources (%s)", (databaseKind) => {
  let now = Date.parse(noon);
  let n = 0;

  const service = useService(databaseKind, { now: () => now });
  const staff = useStaff(service);

  const read = async (path: string) => (await (await service.get(`/api/${path}`)).json()) as Record<string, unknown>;
  const create = async (path: string, body: object) => {
    const made = await staff.send("POST", path, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const newPerson = () => create("people", { name: `Detailed Person ${(n += 1)}` });
  const newRun = (more: object = {}) =>
    create("productions", { show_id: "hamilton", theatre_id: "palace", opening_date: "2025-03-10", ...more });
  const put = (path: string, body: unknown, headers?: Record<string, string>) => staff.send("PUT", path, body, headers);
  const pathsOf = ({ body }: { body: Record<string, unknown> }) =>
    ((body["issues"] ?? expect.fail("It was not refused.")) as { path: string }[]).map(({ path }) => path);
  const batch = (...changes: object[]) => staff.send("POST", "changes", { changes });
  const undo = async (entry?: string) =>
    staff.send("POST", `activity/${entry ?? (await staff.activity(1))[0]?.id}/revert`);

  /** A run of its own, with two roles and a member of its cast. */
  async function makeCast() {
    const run = await newRun();
    const newRole = (name: string) => create("roles", { name, production_id: run.id });
    const [lead, other, person] = [await newRole("The Lead"), await newRole("Another"), await newPerson()];
    const assignment = { person_id: person.id, production_id: run.id, role_type: "ensemble" };
    const member = await create("cast-members", assignment);
    return { run, lead, other, person, member, place: `cast-members/${member.id}/details` };
  }

  test("are created empty with the record, and read with an entity tag of their own, for free while it is the same", async () => {
    const { id } = await newPerson();

    expect(await read(`people/${id}/details`)).toEqual({ id, aliases: [], external_ids: {}, verified_at: null });
    expect(await read(`people/${id}/sources`)).toEqual({ verified_at: null, sources: [] });
    for (const part of ["details", "sources"]) {
      const { headers } = await service.get(`/api/people/${id}/${part}`);
      const tag = headers.get("etag") ?? expect.fail();
      const again = await service.get(`/api/people/${id}/${part}`, { headers: { "If-None-Match": tag } });
      expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-cache"]);
      expect(again.headers.get("x-ratelimit-remaining")).toBe(headers.get("x-ratelimit-remaining"));
    }
  });

  test("a source is written, logged with the record and undone", async () => {
    const record = await newPerson();
    const place = `people/${record.id}/sources`;
    const sent = {
      field: "bio",
      name: " Its site ",
      url: "https://example.com/a",
      kind: "official",
      read_on: "2026-10-01",
    };

    const written = await put(place, { sources: [sent, { name: "A visit", kind: "visit" }] });

    const sources = [
      { ...sent, name: "Its site", note: null },
      { ...press, name: "A visit", kind: "visit" },
    ];
    expect([written.status, written.body]).toEqual([200, { verified_at: null, sources }]);
    expect(await read(place)).toEqual(written.body);
    expect((await service.get(`/api/${place}`)).headers.get("etag")).toBe(written.etag);
    const versions = { before: { ...record, sources: { sources: [] } }, after: { ...record, sources: { sources } } };
    expect(await staff.activity(1)).toMatchObject([{ action: "update", record_id: record.id, ...versions }]);
    const verified = await put(place, { verified: true, verified_at: "1999-01-01T00:00:00Z" });
    expect(verified.body).toEqual({ verified_at: noon, sources });
    expect((await read(`people/${record.id}/details`))["verified_at"]).toBe(noon);
    expect((await put(place, { verified: false, sources: null })).body["sources"]).toEqual([]);
    const undone = await undo();
    expect([undone.status, undone.body]).toEqual([200, record]);
    expect(await read(place)).toEqual(verified.body);
  });

  test("a list of sources is refused with the path of each wrong one", async () => {
    const { id } = await newPerson();
    const wrong: [path: string, source: unknown][] = [
      ["kind", { ...press, kind: "rumour" }],
      ["field", { ...press, field: "surprise" }],
      ["url", { ...press, url: "ftp://example.com" }],
      ["read_on", { ...press, read_on: "2026-02-30" }],
      ["name", { ...press, name: " " }],
      ["note", { ...press, note: "a".repeat(2001) }],
      ["extra", { ...press, extra: 1 }],
    ];

    const refused = await put(`people/${id}/sources`, {
      sources: [...wrong.map(([, one]) => one), "a page"],
      surprise: 1,
    });

    const expected = [...wrong.map(([field], index) => `sources.${index}.${field}`), "sources.7", "surprise"];
    expect([refused.status, [...new Set(pathsOf(refused))].toSorted()]).toEqual([400, expected]);
    expect(pathsOf(await put(`people/${id}/sources`, { sources: Array(101).fill(press) }))).toEqual(["sources"]);
    expect(pathsOf(await put(`people/${id}/sources?x=1&__proto__=2`, {}))).toEqual(["x", "__proto__"]);
    expect((await put("theatres/nothing/sources?x=1", { x: 1 })).body).toEqual({ error: "Theatre not found" });
    expect(await read(`people/${id}/sources`)).toEqual({ verified_at: null, sources: [] });
  });

  test("record, details and sources are each guarded by their own entity tag", async () => {
    const { id } = await newPerson();
    const tagOf = async (part: string) => (await staff.send("GET", `people/${id}${part}`)).etag;
    const [record, details, sources] = [await tagOf(""), await tagOf("/details"), await tagOf("/sources")];

    for (const [part, body, tag, status] of [
      ["/sources", { sources: [press] }, sources, 200],
      ["/sources", { sources: [] }, sources, 412],
      ["/details", {}, record, 412],
      ["/details", {}, details, 200],
      ["", {}, details, 412],
      ["", {}, record, 200],
    ] as const)
      expect([part, tag, (await put(`people/${id}${part}`, body, { "if-match": tag })).status]).toEqual([
        part,
        tag,
        status,
      ]);
  });

  test("they go with the record and come back with it", async () => {
    const { id } = await newPerson();
    const sources = (await put(`people/${id}/sources`, { sources: [press], verified: true })).body;
    const details = (await put(`people/${id}/details`, { aliases: [alias] })).body;

    expect((await staff.send("DELETE", `people/${id}`)).status).toBe(200);
    for (const part of ["sources", "details"])
      expect((await service.get(`/api/people/${id}/${part}`)).status).toBe(404);
    expect((await undo()).status).toBe(200);

    expect([await read(`people/${id}/sources`), await read(`people/${id}/details`)]).toEqual([sources, details]);
  });

  test("a batch creates and changes all parts of a record at once, and is undone as one", async () => {
    const id = `batch-${crypto.randomUUID()}`;
    const made = {
      action: "create",
      resource: "people",
      id,
      data: { name: "Of a batch" },
      sources: [press],
      verified: true,
    };
    const update = { action: "update", resource: "people", id };

    const dry = await staff.send("POST", "changes", { dry_run: true, changes: [made] });
    expect(dry.body["changes"]).toMatchObject([{ outcome: "created", after: { id, sources: { sources: [press] } } }]);
    expect((await batch(made)).status).toBe(200);
    expect(await read(`people/${id}/sources`)).toEqual({ verified_at: noon, sources: [press] });
    expect((await batch({ ...update, sources: [press] })).body["counts"]).toMatchObject({ unchanged: 1 });
    const refused = await batch({ ...update, data: { surprise: 1 }, details: { surprise: 1 }, sources: [{}] });
    const paths = ["data.surprise", "details.surprise", "sources.0.name", "sources.0.kind"];
    expect([refused.status, pathsOf(refused)]).toEqual([400, paths.map((path) => `changes.0.${path}`)]);
    expect((await batch({ ...update, sources: [], sources_if_match: '"x"' })).status).toBe(412);
    expect((await undo()).status).toBe(200);
    expect((await service.get(`/api/people/${id}/details`)).status).toBe(404);
  });

  test("sources that a batch adds join the present ones, each once; a page read again is replaced, too many are refused", async () => {
    const { id } = await newPerson();
    const add = (...add_sources: object[]) => batch({ action: "update", resource: "people", id, add_sources });
    const kept = async () => (await read(`people/${id}/sources`))["sources"];
    const visit = { ...press, name: "A visit", kind: "visit" };

    await put(`people/${id}/sources`, { sources: [press] });
    expect((await add(press, { name: "A visit", kind: "visit" })).status).toBe(200);
    expect(await kept()).toEqual([press, visit]);
    const readAgain = { ...press, read_on: "2026-11-23" };
    await add(readAgain);
    expect(await kept()).toEqual([visit, readAgain]);

    const many = await add(...Array.from({ length: 99 }, (_, index) => ({ ...press, name: `Page ${index}` })));
    const message = "must leave the record with at most 100 sources";
    expect([many.status, many.body["issues"]]).toEqual([400, [{ path: "changes.0.add_sources", message }]]);
    expect(pathsOf(await add({ kind: "press" }))).toEqual(["changes.0.add_sources.0.name"]);
    expect(await kept()).toHaveLength(2);
  });

  test("after a change of those of each resource, every read of §4 has the same bytes and the same entity tag", async () => {
    const { run, lead, person, member } = await makeCast();
    const [show, theatre] = [
      await create("shows", { name: "Detailed", type: "play" }),
      await create("theatres", { name: "Detailed" }),
    ];
    const changeOf: Record<string, object> = {
      roles: { aliases: [alias] },
      productions: { running_minutes: 149, age_from: 8, external_ids: { wikidata: "Q42" } },
      "cast-members": { engagements: [{ from: "2024", note: "Known from the programme" }] },
    };
    const made = Object.entries({
      shows: show,
      theatres: theatre,
      people: person,
      productions: run,
      roles: lead,
      "cast-members": member,
    });
    const reads = [
      ...made.flatMap(([path, { id }]) => [`/api/${path}`, `/api/${path}/${id}`]),
      "/api/productions?theatre_id=palace&show_id=hamilton",
      `/api/cast-members?person_id=${person.id}&production_id=${run.id}`,
      `/api/roles?production_id=${run.id}`,
    ];
    const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
      const response = await service.get(path, { headers });
      const described = ["etag", "content-type", "content-length", "content-encoding", "cache-control"];
      const body = Buffer.from(await response.arrayBuffer()).toString("base64");
      return { path, status: response.status, headers: described.map((name) => response.headers.get(name)), body };
    };
    const readAll = async () => {
      const seen = [];
      for (const path of reads)
        for (const coding of ["identity", "gzip"]) seen.push(await bytesOf(path, { "accept-encoding": coding }));
      return seen;
    };
    const before = await readAll();

    for (const [path, { id }] of made) {
      const details = changeOf[path] ?? { aliases: [alias], external_ids: { wikidata: "Q42" } };
      for (const [part, body] of Object.entries({ details, sources: { sources: [press], verified: true } })) {
        const earlier = await bytesOf(`/api/${path}/${id}/${part}`);
        expect((await put(`${path}/${id}/${part}`, body)).status, path).toBe(200);
        expect((await bytesOf(`/api/${path}/${id}/${part}`)).headers[0]).not.toBe(earlier.headers[0]);
      }
    }

    expect(await readAll()).toEqual(before);
    for (const { path, headers } of before)
      expect(await bytesOf(path, { "If-None-Match": headers[0] ?? expect.fail() })).toMatchObject({ status: 304 });
  });

  describe("of people", () => {
    test("aliases and external ids replace the present ones as a whole", async () => {
      const { id } = await newPerson();
      const place = `people/${id}/details`;

      const written = await put(place, {
        aliases: [{ ...alias, name: " Ada Q. " }],
        external_ids: { imdb: "nm0000001" },
      });
      const expected = { id, aliases: [alias], external_ids: { imdb: "nm0000001" }, verified_at: null };
      expect([written.status, written.body]).toEqual([200, expected]);
      expect((await put(place, written.body)).body).toEqual(written.body);
      const external_ids = { wikidata: "Q42", isni: "000000012146438X" };
      const replaced = await put(place, { external_ids });
      expect(JSON.stringify(replaced.body)).toBe(JSON.stringify({ ...expected, external_ids }));
      const changed = { external_ids: { imdb: "nm0000001" } };
      const versions = { before: { details: changed }, after: { details: replaced.body } };
      expect(await staff.activity(1)).toMatchObject([{ record_id: id, ...versions }]);
      expect((await undo()).body).toEqual(await read(`people/${id}`));
      expect(await read(place)).toEqual(written.body);
      const cleared = await put(place, { aliases: null, external_ids: null });
      expect(cleared.body).toMatchObject({ aliases: [], external_ids: {} });
    });

    test.each([
      ["aliases.0.name", { aliases: [{ name: "", kind: "also" }] }],
      ["aliases.0.kind", { aliases: [{ name: "A", kind: "nick" }] }],
      ["aliases.0.kind", { aliases: [{ name: "A" }] }],
      ["aliases.0.x", { aliases: [{ name: "A", kind: "also", x: 1 }] }],
      ["aliases.0.from", { aliases: [{ name: "A", kind: "also", from: "2026-13" }] }],
      ["aliases.0.to", { aliases: [{ name: "A", kind: "also", from: "2026-02", to: "2026-01" }] }],
      ["aliases", { aliases: Array(101).fill({ name: "A", kind: "also" }) }],
      ["external_ids.wikidata", { external_ids: { wikidata: "42" } }],
      ["external_ids.isni", { external_ids: { isni: "000000012146438" } }],
      ["external_ids.imdb", { external_ids: { imdb: "nm123456" } }],
      ["external_ids.ibdb", { external_ids: { ibdb: "12a" } }],
      ["external_ids.musicbrainz", { external_ids: { musicbrainz: "5B11F4CE-A62D-471E-81FC-A69A8278C7DA" } }],
      ["external_ids.theatricalia", { external_ids: { theatricalia: "A1" } }],
      ["external_ids.facebook", { external_ids: { facebook: "1" } }],
      ["website", { website: "https://example.com" }],
      ["id", { id: "another" }],
    ])("%s is refused", async (path, body) => {
      const refused = await put("people/patti-lupone/details", body);

      expect([refused.status, pathsOf(refused)]).toEqual([400, [path]]);
    });
  });

  describe("of productions", () => {
    test("agree with the record, whichever is written", async () => {
      const run = await newRun({ opening_date: "2027-03-10", closing_date: "2027-06-30" });
      const place = `productions/${run.id}`;
      const details = {
        ...{ first_preview: "2027-02-20", press_night: "2027-03-10", run_type: "limited", running_minutes: 150 },
        ...{ intervals: 1, age_from: 8, content_notes: "Strobe lights.", booking_url: "https://example.com/book" },
        transfer_of: "les-miserables-barbican-1985",
      };

      const written = await put(`${place}/details`, details);

      const expected = { id: run.id, ...details, schedule: [], performances: [] };
      Object.assign(expected, { external_ids: {}, verified_at: null });
      expect([written.status, written.body, await read(`${place}/details`)]).toEqual([200, expected, expected]);
      for (const body of [
        ...[{ first_preview: "2027-03-11" }, { first_preview: "2027-07-01" }, { press_night: "2027-03-11" }],
        ...[{ transfer_of: run.id }, { transfer_of: "nothing" }, { run_type: "long" }, { running_minutes: 0 }],
        ...[{ intervals: 6 }, { age_from: 22 }],
      ]) {
        const refused = await put(`${place}/details`, body);
        expect([body, refused.status, pathsOf(refused)[0]]).toEqual([body, 400, Object.keys(body)[0]]);
      }
      expect(pathsOf(await put(place, { opening_date: "2027-03-11" }))).toEqual(["opening_date"]);
      expect(pathsOf(await put(place, { opening_date: "2027-02-01" }))).toContain("opening_date");
      const both = { data: { opening_date: "2027-03-11" }, details: { press_night: "2027-03-11" } };
      expect((await batch({ action: "update", resource: "productions", id: run.id, ...both })).status).toBe(200);
      expect(await read(`${place}/details`)).toMatchObject(both.details);
      expect((await undo()).body).toEqual(run);
      expect(await read(`${place}/details`)).toEqual(written.body);
      const none = { press_night: null, first_preview: null, transfer_of: null };
      expect((await put(`${place}/details`, none)).body).toMatchObject(none);
    });

    test("keep one from deletion that another was transferred from, but for a cascade, which clears the reference", async () => {
      const [one, other] = [await newRun(), await newRun()];
      await put(`productions/${other.id}/details`, { transfer_of: one.id });
      const transfer = async () => (await read(`productions/${other.id}/details`))["transfer_of"];

      const refused = await staff.send("DELETE", `productions/${one.id}`);
      expect([refused.status, refused.body["references"]]).toEqual([409, { transfers: 1 }]);
      expect((await staff.send("DELETE", `productions/${one.id}?cascade=true`)).status).toBe(200);
      expect(await transfer()).toBe(null);
      expect((await undo()).status).toBe(200);
      expect(await transfer()).toBe(one.id);
    });

    test("stop an undo that would contradict a later change of them", async () => {
      const run = await newRun({ opening_date: "2027-03-10" });
      await put(`productions/${run.id}`, { opening_date: "2027-03-12" });
      const [moved] = await staff.activity(1);
      await put(`productions/${run.id}/details`, { press_night: "2027-03-12" });

      expect((await undo(moved?.id)).status).toBe(409);
      expect(await read(`productions/${run.id}`)).toMatchObject({ opening_date: "2027-03-12" });
    });
  });

  describe("of cast members", () => {
    const coversOf = async (place: string) => (await read(place))["covers"];

    test("engagements are sent in any order and returned in order; the day decides whether they are over", async () => {
      const { place } = await makeCast();
      const left = { to: "2025-08", seen: ["2025-07-02", "2025-05", "2025-07-02"], note: "Left early." };
      const current = { from: "2026-09", to: "2026-11-23" };

      const written = await put(place, { engagements: [current, left] });

      const ordered = [
        { from: null, ...left, ended: true, seen: ["2025-05", "2025-07-02"] },
        { ...current, ended: false, seen: [], note: null },
      ];
      expect([written.status, written.body["engagements"]]).toEqual([200, ordered]);
      const before = await service.get(`/api/${place}`);
      expect(await before.json()).toMatchObject({ engagements: ordered });
      now += day;
      const tag = before.headers.get("etag") ?? expect.fail();
      const tomorrow = await service.get(`/api/${place}`, { headers: { "If-None-Match": tag } });
      expect(await tomorrow.json()).toMatchObject({ engagements: [ordered[0], { ...ordered[1], ended: true }] });
      now -= day;
    });

    test.each<[object[], string[]]>([
      [[{ to: "2026-11-24", ended: true }], ["0.ended"]],
      [[{ from: "2025-06", to: "2026-05", seen: ["2025-05", "2026-06"] }], ["0.seen.0", "0.seen.1"]],
      [[{ seen: Array.from({ length: 51 }, () => "2025-06") }], ["0.seen"]],
      [[{ from: "soon", ended: "yes", x: 1, note: 5 }], ["0.from", "0.ended", "0.note", "0.x"]],
    ])("engagements %j can't be true", async (engagements, paths) => {
      const { place } = await makeCast();
      const refused = await put(place, { engagements });

      expect([refused.status, pathsOf(refused)]).toEqual([400, paths.map((path) => `engagements.${path}`)]);
    });

    test("covers are roles of the same production, each once", async () => {
      const { place, lead, other } = await makeCast();
      const covers = [
        { role_id: other.id, call_order: 2 },
        { role_id: lead.id, call_order: null },
      ];

      expect((await put(place, { covers: [covers[0], { role_id: lead.id }] })).body["covers"]).toEqual(covers);
      for (const [wrong, path] of [
        [[{ role_id: lead.id }, { role_id: lead.id }], "covers.1.role_id"],
        [[{ role_id: "les-miserables-barbican-1985--jean-valjean" }], "covers.0.role_id"],
        [[{ role_id: "nothing" }], "covers.0.role_id"],
        [[{ role_id: lead.id, call_order: 21 }], "covers.0.call_order"],
        [[{ call_order: 1 }], "covers.0.role_id"],
      ] as const) {
        const refused = await put(place, { covers: wrong });
        expect([refused.status, pathsOf(refused)]).toEqual([400, [path]]);
      }
      expect(await coversOf(place)).toEqual(covers);
    });

    test("a covered role is deleted only with a cascade, which takes the cover with it and is undone as one", async () => {
      const { place, lead, other, run } = await makeCast();
      await put(place, { covers: [{ role_id: other.id }, { role_id: lead.id }] });

      const refused = await staff.send("DELETE", `roles/${lead.id}`);
      expect([refused.status, refused.body["references"]]).toEqual([409, { covers: 1 }]);
      expect((await staff.send("DELETE", `roles/${lead.id}?cascade=true`)).status).toBe(200);
      expect(await coversOf(place)).toEqual([{ role_id: other.id, call_order: null }]);
      expect((await undo()).status).toBe(200);
      expect((await staff.send("DELETE", `productions/${run.id}?cascade=true`)).status).toBe(200);
      expect((await undo()).status).toBe(200);
      expect(await coversOf(place)).toHaveLength(2);
    });

    test("a covered role and a cast member with covers stay in their production", async () => {
      const { place, lead, member } = await makeCast();
      const elsewhere = { production_id: (await newRun()).id };
      await put(place, { covers: [{ role_id: lead.id }] });

      const role = await put(`roles/${lead.id}`, elsewhere);
      expect([role.status, role.body["references"]]).toEqual([409, { covers: 1 }]);
      const moved = await put(`cast-members/${member.id}`, elsewhere);
      expect([moved.status, pathsOf(moved)]).toEqual([400, ["production_id"]]);
      await put(place, { covers: [] });
      expect((await put(`cast-members/${member.id}`, elsewhere)).status).toBe(200);
    });

    test("undoing the creation of a role that has a cover since is 409", async () => {
      const { run, place } = await makeCast();
      const late = await create("roles", { name: "A late role", production_id: run.id });
      const [made] = await staff.activity(1);
      await put(place, { covers: [{ role_id: late.id }] });

      expect((await undo(made?.id)).status).toBe(409);
      expect((await service.get(`/api/roles/${late.id}`)).status).toBe(200);
    });
  });
});
