import { check, section, staffCheck } from "../check.ts";
import { bodies, resourcesInOrder } from "./examples.ts";
import { get, header, requestName } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, expectError, expectHeader, expectSame, expectStatus, expectThat, isObject } from "../expect.ts";
import { expectDocumented } from "../documented.ts";
import { lists } from "../lists.ts";
import { type PublicRecord } from "../records.ts";

/** The fields of the details beside `id` and `verified_at`, and a change of one. */
const fields: Record<string, { names: string[]; change: Record<string, unknown> }> = {
  shows: { names: ["aliases", "external_ids"], change: { external_ids: { ibdb: "12" } } },
  theatres: { names: ["aliases", "external_ids", "website"], change: { website: "https://example.com/house" } },
  people: {
    names: ["aliases", "external_ids"],
    change: { aliases: [{ name: "A. N. Other", kind: "also", from: "1999", to: null }] },
  },
  productions: {
    names: [
      ...["first_preview", "press_night", "run_type", "running_minutes", "intervals", "age_from", "content_notes"],
      ...["booking_url", "transfer_of", "external_ids"],
    ],
    change: { first_preview: "2026-12-20", run_type: "limited", intervals: 1 },
  },
  roles: { names: ["aliases"], change: { aliases: [{ name: "The Lead", kind: "former", from: null, to: "2020-05" }] } },
  "cast-members": {
    names: ["engagements", "covers"],
    change: { engagements: [{ from: "2027-02", to: null, ended: false, note: null }] },
  },
};

/** Contract §12 and §13: details, sources and merges. */
section("§12 Details, sources, merges", () => {
  check("GET /shows/{id}/details and /sources are public, have an ETag, and refuse unknown parameters", async () => {
    const place = `/api/shows/${encodeURIComponent(lists.records("shows", 1)[0]?.id ?? "")}`;
    for (const part of ["details", "sources"]) {
      const response = await get(`${place}/${part}`);
      expectStatus(response, 200);
      const limit = header(response, "x-ratelimit-limit");
      expectHeader(response, "ratelimit-policy", `"daily";q=${limit};w=86400`);
      const tag = header(response, "etag") ?? "";
      expectStatus(await get(`${place}/${part}`, { "If-None-Match": tag }), 304);
    }
    expectError(await get(`${place}/details?surprise=1`), 400, "Invalid request");
  });

  for (const resource of resourcesInOrder)
    staffCheck(
      `PUT /${resource.path}/{id}/details and /sources: validated, guarded by If-Match, logged, exported, and part of no list`,
      async () => {
        const place = `${resource.path}/${made.id(resource.path)}`;
        const { names = [], change = {} } = fields[resource.path] ?? {};
        const record = expectBody(await made.write("GET", place), 200);
        const read = await made.write("GET", `${place}/details`);
        const before = expectDocumented(read, 200) as Record<string, unknown>;
        expectSame(
          "missing fields",
          ["id", "verified_at", ...names].filter((name) => !(name in before)),
          [],
        );
        const wrong = expectError(await made.write("PUT", `${place}/details`, { surprise: 1 }), 400, "Invalid request");
        expectThat("issues", Array.isArray(wrong["issues"]), wrong["issues"], "a list");
        const written = await made.write("PUT", `${place}/details`, change, { "if-match": header(read, "etag") ?? "" });
        expectSame(requestName(written), expectBody(written, 200), { ...before, ...change });
        expectStatus(await made.write("PUT", `${place}/details`, {}, { "if-match": header(read, "etag") ?? "" }), 412);
        const source = { field: null, name: made.label, url: null, kind: "visit", read_on: "2026-10-01", note: null };
        const sourced = await made.write("PUT", `${place}/sources`, { sources: [source], verified: true });
        const document = expectBody(sourced, 200);
        expectSame("sources", isObject(document) && document["sources"], [source]);
        expectSame("sources read", expectBody(await made.write("GET", `${place}/sources`), 200), document);
        const log = await made.write(
          "GET",
          `activity?resource=${resource.path}&record_id=${made.id(resource.path)}&limit=2`,
        );
        const [, entry] = expectBody(log, 200) as { after?: { details?: object } }[];
        expectSame("details in the log", entry?.after?.details, { ...before, ...change });
        expectSame("the record", expectBody(await made.write("GET", place), 200), record);
        const { id: _id, verified_at: _verified, ...own } = { ...before, ...change };
        const all = expectBody(await made.write("GET", `export/${resource.path}`), 200) as PublicRecord[];
        expectSame(
          "the record in the export",
          all.find(({ id }) => id === made.id(resource.path)),
          { ...(record as object), details: own, sources: [source] },
        );
      },
    );

  staffCheck(
    "POST /people/{id}/merge: what referred to the first refers to the second, and its path names the survivor",
    async () => {
      const [one, other] = [
        expectBody(await made.create("people", bodies["people"]?.() ?? {}), 201) as PublicRecord,
        expectBody(await made.create("people", bodies["people"]?.() ?? {}), 201) as PublicRecord,
      ];
      expectError(await made.write("POST", `people/${one.id}/merge`, { into: one.id }), 400, "Invalid request");
      expectSame(
        "survivor",
        expectBody(await made.write("POST", `people/${one.id}/merge`, { into: other.id }), 200),
        other,
      );
      const gone = await made.write("GET", `people/${one.id}`);
      expectError(gone, 404, "Person not found");
      expectThat(
        "Link",
        header(gone, "link")?.startsWith(`</api/people/${other.id}>; rel="successor-version", `) === true,
        header(gone, "link"),
        "the survivor",
      );
      expectStatus(await made.write("GET", `people/${one.id}/details`), 404);
    },
  );
});
