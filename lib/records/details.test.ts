import { describe, expect, test } from "vitest";
import { resourceAt, resources } from "../resources/resources.ts";
import { databaseKinds, everyDatabaseKind } from "../../test/databases.ts";
import { samples } from "../../test/samples.ts";
import { useService } from "../../test/service.ts";
import { useStaff } from "../../test/staff-client.ts";

const now = Date.parse("2026-11-23T12:00:00Z");
const settings = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };
const press = { field: null, name: "The Stage", url: null, kind: "press", read_on: null, note: null };

describe.each(everyDatabaseKind)("details and sources (%s)", (databaseKind) => {
  let n = 1000;

  const service = useService(databaseKind, { settings, now: () => now });
  const staff = useStaff(service);

  const read = async (path: string) => (await (await service.get(`/api/${path}`)).json()) as Record<string, unknown>;
  const bodyOf = async (path: string) => ({
    ...samples[path]?.((n += 1)),
    // A person can't have the same assignment in a production twice.
    ...(path === "cast-members" && {
      person_id: (await staff.send("POST", "people", { name: `Person ${n}` })).body.id,
    }),
  });
  const create = async (path: string, body: Record<string, unknown> = {}) => {
    const made = await staff.send("POST", path, { ...(await bodyOf(path)), ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const put = (path: string, body: unknown, headers?: Record<string, string>) => staff.send("PUT", path, body, headers);
  const pathsOf = ({ body }: { body: Record<string, unknown> }) =>
    ((body["issues"] ?? []) as { path: string }[]).map(({ path }) => path);
  const undo = async () => {
    const [entry] = await staff.activity(1);
    return staff.send("POST", `activity/${entry?.id}/revert`);
  };

  // The SQL of the others differs only in the names of tables.
  const detailed = resources.filter(({ details }) => details);
  const covered = databaseKinds.includes(databaseKind) ? detailed : [resourceAt("productions")];
  describe.each(covered.map((resource) => [resource.path, resource] as const))("of %s", (path, resource) => {
    const { details } = resource;

    test("are created empty with the record, and read with an entity tag of their own", async () => {
      const { id } = await create(path);

      const responses = await Promise.all(
        ["", "/details", "/sources"].map((part) => service.get(`/api/${path}/${id}${part}`)),
      );

      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const [, shown, sources] = (await Promise.all(responses.map((response) => response.json()))) as object[];
      expect(details?.document.parse(shown)).toEqual(shown);
      expect(
        Object.values({ ...shown, id: null }).every(
          (value) => value === null || Object.keys(value as object).length === 0,
        ),
      ).toBe(true);
      expect(sources).toEqual({ verified_at: null, sources: [] });
      for (const [index, part] of ["/details", "/sources"].entries()) {
        const tag = responses[index + 1]?.headers.get("etag") ?? "";
        const again = await service.get(`/api/${path}/${id}${part}`, { headers: { "If-None-Match": tag } });
        expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-cache"]);
        expect(again.headers.get("x-ratelimit-remaining")).toBe(
          (await service.get("/api/quota")).headers.get("x-ratelimit-remaining"),
        );
      }
    });

    test("of an unknown record are 404 in the record's words; an unknown parameter is 400", async () => {
      for (const part of ["details", "sources"]) {
        for (const method of ["GET", "PUT"]) {
          const missing = await staff.ask(
            method,
            `${path}/nothing/${part}?x=1`,
            method === "PUT" ? { x: 1 } : undefined,
          );
          expect([missing.status, await missing.json()]).toEqual([404, { error: `${resource.singular} not found` }]);
        }
        const { id } = await create(path);
        const strange = await staff.send("GET", `${path}/${id}/${part}?x=1&__proto__=2`);
        expect([strange.status, pathsOf(strange)]).toEqual([400, ["x", "__proto__"]]);
        expect(pathsOf(await put(`${path}/${id}/${part}?x=1`, {}))).toEqual(["x"]);
        const options = await service.get(`/api/${path}/${id}/${part}`, { method: "OPTIONS" });
        expect(options.headers.get("allow")).toBe("GET, HEAD, PUT, OPTIONS");
      }
    });

    test("a source is written, logged with the record and undone", async () => {
      const record = await create(path);
      const place = `${path}/${record.id}/sources`;
      const field = Object.keys(resource.record.shape).at(-1) ?? null;
      const sent = { field, name: " Its site ", url: "https://example.com/a", kind: "official", read_on: "2026-10-01" };

      const written = await put(place, { sources: [sent, { name: "A visit", kind: "visit" }] });

      const sources = [
        { ...sent, name: "Its site", note: null },
        { ...press, name: "A visit", kind: "visit" },
      ];
      expect([written.status, written.body]).toEqual([200, { verified_at: null, sources }]);
      expect(await read(place)).toEqual(written.body);
      expect((await service.get(`/api/${place}`)).headers.get("etag")).toBe(written.etag);
      expect(await staff.activity(1)).toMatchObject([
        {
          action: "update",
          resource: path,
          record_id: record.id,
          before: { ...record, sources: { sources: [] } },
          after: { ...record, sources: { sources } },
        },
      ]);
      const verified = await put(place, { verified: true, verified_at: "1999-01-01T00:00:00Z" });
      expect(verified.body).toEqual({ verified_at: "2026-11-23T12:00:00.000Z", sources });
      expect((await read(`${path}/${record.id}/details`))["verified_at"]).toBe("2026-11-23T12:00:00.000Z");
      expect((await put(place, { verified: false, sources: null })).body["sources"]).toEqual([]);
      const undone = await undo();
      expect([undone.status, undone.body]).toEqual([200, record]);
      expect(await read(place)).toEqual(verified.body);
    });

    test("an invalid source is 400 with its path", async () => {
      const { id } = await create(path);
      const wrong = [
        { ...press, kind: "rumour" },
        { ...press, field: "surprise" },
        { ...press, url: "ftp://example.com" },
        { ...press, read_on: "2026-02-30" },
        { ...press, name: " " },
        { ...press, note: "a".repeat(2001) },
        { ...press, extra: 1 },
        "a page",
      ];

      const refused = await put(`${path}/${id}/sources`, { sources: wrong, surprise: 1 });

      expect([refused.status, [...new Set(pathsOf(refused))].toSorted()]).toEqual([
        400,
        [
          "sources.0.kind",
          "sources.1.field",
          "sources.2.url",
          "sources.3.read_on",
          "sources.4.name",
          "sources.5.note",
          "sources.6.extra",
          "sources.7",
          "surprise",
        ],
      ]);
      expect(pathsOf(await put(`${path}/${id}/sources`, { sources: Array(101).fill(press) }))).toEqual(["sources"]);
      expect(await read(`${path}/${id}/sources`)).toEqual({ verified_at: null, sources: [] });
    });

    test("record, details and sources are each guarded by their own entity tag", async () => {
      const { id } = await create(path);
      const tags = await Promise.all(
        ["", "/details", "/sources"].map(
          async (part) => (await service.get(`/api/${path}/${id}${part}`)).headers.get("etag") ?? "",
        ),
      );
      const [record = "", shown = "", sources = ""] = tags;

      expect((await put(`${path}/${id}/sources`, { sources: [press] }, { "if-match": sources })).status).toBe(200);
      expect((await put(`${path}/${id}/sources`, { sources: [] }, { "if-match": sources })).status).toBe(412);
      expect((await put(`${path}/${id}/details`, {}, { "if-match": record })).status).toBe(412);
      expect((await put(`${path}/${id}/details`, {}, { "if-match": shown })).status).toBe(200);
      expect((await put(`${path}/${id}`, {}, { "if-match": shown })).status).toBe(412);
      expect((await put(`${path}/${id}`, {}, { "if-match": record })).status).toBe(200);
    });

    test("they go with the record and come back with it, and the list keeps every byte", async () => {
      const { id } = await create(path);
      const before = await (await service.get(`/api/${path}`)).text();
      await put(`${path}/${id}/sources`, { sources: [press], verified: true });
      const details = await read(`${path}/${id}/details`);
      expect(await (await service.get(`/api/${path}`)).text()).toBe(before);

      expect((await staff.send("DELETE", `${path}/${id}`)).status).toBe(200);
      expect((await service.get(`/api/${path}/${id}/sources`)).status).toBe(404);
      expect((await undo()).status).toBe(200);

      expect(await read(`${path}/${id}/sources`)).toMatchObject({ sources: [press] });
      expect(await read(`${path}/${id}/details`)).toEqual(details);
    });

    test("a batch creates and changes all parts of a record at once, and is undone as one", async () => {
      const changes = [
        {
          action: "create",
          resource: path,
          id: `batch-${path}-${(n += 1)}`,
          data: await bodyOf(path),
          sources: [press],
          verified: true,
        },
      ];
      const id = changes[0]?.id ?? "";

      const dry = await staff.send("POST", "changes", { dry_run: true, changes });
      expect(dry.body["changes"]).toMatchObject([{ outcome: "created", after: { id, sources: { sources: [press] } } }]);
      expect((await staff.send("POST", "changes", { changes })).status).toBe(200);
      expect(await read(`${path}/${id}/sources`)).toEqual({
        verified_at: "2026-11-23T12:00:00.000Z",
        sources: [press],
      });
      const again = { changes: [{ action: "update", resource: path, id, sources: [press] }] };
      expect((await staff.send("POST", "changes", again)).body["counts"]).toMatchObject({ unchanged: 1 });
      const refused = await staff.send("POST", "changes", {
        changes: [
          { action: "update", resource: path, id, data: { surprise: 1 }, details: { surprise: 1 }, sources: [{}] },
        ],
      });
      expect([refused.status, pathsOf(refused)]).toEqual([
        400,
        [
          "changes.0.data.surprise",
          "changes.0.details.surprise",
          "changes.0.sources.0.name",
          "changes.0.sources.0.kind",
        ],
      ]);
      const stale = { changes: [{ action: "update", resource: path, id, sources: [], sources_if_match: '"x"' }] };
      expect((await staff.send("POST", "changes", stale)).status).toBe(412);
      expect((await undo()).status).toBe(200);
      expect((await service.get(`/api/${path}/${id}/details`)).status).toBe(404);
    });
  });

  describe("fields", () => {
    test("of people: aliases and external ids replace the present ones as a whole", async () => {
      const { id } = await create("people");
      const place = `people/${id}/details`;
      const alias = { name: "Ada Q.", kind: "also", from: "1999", to: "1999-05" };

      const written = await put(place, {
        aliases: [{ name: " Ada Q. ", kind: "also", from: "1999", to: "1999-05" }],
        external_ids: { imdb: "nm0000001" },
      });
      expect([written.status, written.body]).toEqual([
        200,
        { id, aliases: [alias], external_ids: { imdb: "nm0000001" }, verified_at: null },
      ]);
      expect((await put(place, written.body)).body).toEqual(written.body);
      const replaced = await put(place, { external_ids: { wikidata: "Q42", isni: "000000012146438X" } });
      expect(replaced.body).toMatchObject({
        aliases: [alias],
        external_ids: { wikidata: "Q42", isni: "000000012146438X" },
      });
      expect(Object.keys(replaced.body["external_ids"] as object)).toEqual(["wikidata", "isni"]);
      expect(await staff.activity(1)).toMatchObject([
        {
          record_id: id,
          before: { details: { external_ids: { imdb: "nm0000001" } } },
          after: { details: replaced.body },
        },
      ]);
      expect((await undo()).body).toEqual(await read(`people/${id}`));
      expect(await read(place)).toEqual(written.body);
      expect((await put(place, { aliases: null, external_ids: null })).body).toMatchObject({
        aliases: [],
        external_ids: {},
      });
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
    ])("of people: %s is refused", async (path, body) => {
      const refused = await put("people/patti-lupone/details", body);

      expect([refused.status, pathsOf(refused)]).toEqual([400, [path]]);
    });

    test("of productions agree with the record, whichever is written", async () => {
      const run = await create("productions", { opening_date: "2027-03-10", closing_date: "2027-06-30" });
      const place = `productions/${run.id}`;
      const details = {
        first_preview: "2027-02-20",
        press_night: "2027-03-10",
        run_type: "limited",
        running_minutes: 150,
        intervals: 1,
        age_from: 8,
        content_notes: "Strobe lights.",
        booking_url: "https://example.com/book",
        transfer_of: "les-miserables-barbican-1985",
      };

      const written = await put(`${place}/details`, details);

      expect([written.status, written.body]).toEqual([
        200,
        { id: run.id, ...details, external_ids: {}, verified_at: null },
      ]);
      expect(await read(`${place}/details`)).toEqual(written.body);
      for (const [body, path] of [
        [{ first_preview: "2027-03-11" }, "first_preview"],
        [{ first_preview: "2027-07-01" }, "first_preview"],
        [{ press_night: "2027-03-11" }, "press_night"],
        [{ transfer_of: run.id }, "transfer_of"],
        [{ transfer_of: "nothing" }, "transfer_of"],
        [{ run_type: "long" }, "run_type"],
        [{ running_minutes: 0 }, "running_minutes"],
        [{ intervals: 6 }, "intervals"],
        [{ age_from: 22 }, "age_from"],
      ] as const) {
        const refused = await put(`${place}/details`, body);
        expect([refused.status, pathsOf(refused)[0]]).toEqual([400, path]);
      }
      expect(pathsOf(await put(place, { opening_date: "2027-03-11" }))).toEqual(["opening_date"]);
      expect(pathsOf(await put(place, { opening_date: "2027-02-01" }))).toContain("opening_date");
      const both = {
        action: "update",
        resource: "productions",
        id: run.id,
        data: { opening_date: "2027-03-11" },
        details: { press_night: "2027-03-11" },
      };
      expect((await staff.send("POST", "changes", { changes: [both] })).status).toBe(200);
      expect(await read(`${place}/details`)).toMatchObject({ press_night: "2027-03-11" });
      expect((await undo()).body).toEqual(run);
      expect(await read(`${place}/details`)).toEqual(written.body);
      const allowed = await put(`${place}/details`, { press_night: null, first_preview: null, transfer_of: null });
      expect(allowed.body).toMatchObject({ press_night: null, first_preview: null, transfer_of: null });
    });

    test("a production that another was transferred from is deleted only with a cascade, which clears the reference", async () => {
      const [one, other] = [await create("productions"), await create("productions")];
      await put(`productions/${other.id}/details`, { transfer_of: one.id });

      const refused = await staff.send("DELETE", `productions/${one.id}`);
      expect([refused.status, refused.body["references"]]).toEqual([409, { transfers: 1 }]);
      expect((await staff.send("DELETE", `productions/${one.id}?cascade=true`)).status).toBe(200);
      expect((await read(`productions/${other.id}/details`))["transfer_of"]).toBe(null);
      expect((await undo()).status).toBe(200);
      expect((await read(`productions/${other.id}/details`))["transfer_of"]).toBe(one.id);
    });

    test("an undo that would contradict a later change of the other document is 409", async () => {
      const run = await create("productions", { opening_date: "2027-03-10" });
      await put(`productions/${run.id}`, { opening_date: "2027-03-12" });
      const [moved] = await staff.activity(1);
      await put(`productions/${run.id}/details`, { press_night: "2027-03-12" });

      expect((await staff.send("POST", `activity/${moved?.id}/revert`)).status).toBe(409);
      expect(await read(`productions/${run.id}`)).toMatchObject({ opening_date: "2027-03-12" });
    });
  });
});
