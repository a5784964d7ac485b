import { check, ownServerCheck, section } from "../check.ts";
import { get, header, requestName } from "../client.ts";
import { expectDocumented } from "../documented.ts";
import { expectError, expectHeader, expectSame, expectStatus, isObject } from "../expect.ts";
import { lists } from "../lists.ts";
import { contractResources, flattenEntry, type PublicRecord } from "../records.ts";

/** Contract §4: single records and lists. */
section("§4 Reads", () => {
  for (const resource of contractResources)
    check(`GET /${resource.path}: every record has all its fields and no others`, () => {
      const response = lists.response(resource.path);
      const entries = expectDocumented(response, 200) as PublicRecord[];
      for (const field of [...resource.fields, ...resource.embedded])
        expectSame(`entries without ${field}`, idsOf(entries.filter((entry) => !(field in entry))), []);
      expectHeader(response, "content-type", "application/json; charset=utf-8");
      expectHeader(response, "link", /; rel="license"$/);
    });

  for (const resource of contractResources)
    check(`GET /${resource.path}: the list is sorted, and every id is unique`, () => {
      const entries = lists.records(resource.path);
      const sorted = [...entries].sort((a, b) => compare(resource.keys(a), resource.keys(b)));
      expectSame(`ids of /api/${resource.path}`, idsOf(entries), idsOf(sorted));
      expectSame(`number of ids of /api/${resource.path}`, new Set(idsOf(entries)).size, entries.length);
    });

  for (const resource of contractResources)
    check(`GET /${resource.path}/{id}: the record of the list, flat`, async () => {
      const [entry] = lists.records(resource.path, 1) as [PublicRecord];
      const response = await get(`/api/${resource.path}/${encodeURIComponent(entry.id)}`);
      expectSame(requestName(response), expectDocumented(response, 200), flattenEntry(resource, entry));
    });

  for (const resource of contractResources)
    check(`GET /${resource.path}/{id}: an unknown id is 404, "${resource.singular} not found"`, async () => {
      const response = await get(`/api/${resource.path}/${unknownId}`);
      expectSame(requestName(response), expectError(response, 404, `${resource.singular} not found`), {
        error: `${resource.singular} not found`,
      });
    });

  check("An unknown id of any form is 404, never 400 or 500", async () => {
    for (const id of ["%00", "..%2Fshows", "'%20OR%201=1;--", "__proto__", "%F0%9D%84%9E".repeat(100)]) {
      expectError(await get(`/api/shows/${id}`), 404, "Show not found");
    }
  });

  ownServerCheck('Only a path or query whose percent-encoding is broken is 400, "Bad request"', async () => {
    for (const target of ["/api/shows/%E0%A4%A", "/api/productions?show_id=%zz"]) {
      expectError(await get(target), 400, "Bad request");
    }
  });

  check('Unknown path under /api, /api itself included: 404, "Not found"', async () => {
    for (const target of ["/api", "/api/nothing/of/the/kind"]) {
      const response = await get(target);
      expectSame(requestName(response), expectError(response, 404, "Not found"), { error: "Not found" });
    }
  });

  check("A trailing slash is the same path, without a redirect", async () => {
    const response = await get("/api/shows/");
    expectStatus(response, 200);
    expectSame("ETag of GET /api/shows/", header(response, "etag"), header(lists.response("shows"), "etag"));
  });

  check(
    "What Next reads in a request (RSC, Next-*, x-middleware-*, x-nextjs-*, _rsc) changes nothing under /api",
    async () => {
      const response = await get("/api/shows?_rsc=1x2y", {
        RSC: "1",
        "Next-Router-State-Tree": "%5B%22%22%5D",
        "Next-Url": "/",
        "x-middleware-subrequest": "middleware:middleware",
        "x-nextjs-data": "1",
      });
      expectStatus(response, 200);
      expectSame("ETag of it", header(response, "etag"), header(lists.response("shows"), "etag"));
    },
  );

  check("References between records hold", () => {
    for (const resource of contractResources) {
      for (const [field, path] of Object.entries(resource.references)) {
        const known = new Set<unknown>(idsOf(lists.records(path)));
        const lost = lists.records(resource.path).filter((entry) => entry[field] !== null && !known.has(entry[field]));
        expectSame(`records of /api/${resource.path} whose ${field} is not in /api/${path}`, idsOf(lost), []);
      }
    }
  });

  check("A cast member's role belongs to the cast member's production", () => {
    const productions = new Map<unknown, unknown>(
      lists.records("roles").map(({ id, production_id }) => [id, production_id]),
    );
    const strange = lists
      .records("cast-members")
      .filter(({ role_id, production_id }) => role_id !== null && productions.get(role_id) !== production_id);
    expectSame("cast members whose role belongs to another production", idsOf(strange), []);
  });

  check("closing_date is not before opening_date", () => {
    const wrong = lists
      .records("productions")
      .filter(({ opening_date: first, closing_date: last }) => isText(first) && isText(last) && last < first);
    expectSame("productions that close before they open", idsOf(wrong), []);
  });

  check("Embedded records in a list are the referenced records", () => {
    const find = (path: string) =>
      new Map<unknown, PublicRecord>(lists.records(path).map((entry) => [entry.id, entry]));
    const [shows, people, roles, productions] = ["shows", "people", "roles", "productions"].map(find);
    const expectPart = (what: string, part: unknown, record: PublicRecord | undefined) => {
      const fields = Object.keys(isObject(part) ? part : {});
      expectSame(what, part, Object.fromEntries(fields.map((field) => [field, record?.[field]])));
    };
    for (const { id, show_id, show } of lists.records("productions"))
      expectPart(`show of production ${id}`, show, shows?.get(show_id));
    for (const { id, person_id, production_id, role_id, ...entry } of lists.records("cast-members")) {
      expectPart(`person of cast member ${id}`, entry["person"], people?.get(person_id));
      const { show, ...production } = entry["production"] as Record<string, unknown>;
      expectSame(`production of cast member ${id}`, production, { id: production_id });
      expectPart(`show of cast member ${id}`, show, shows?.get(productions?.get(production_id)?.["show_id"]));
      if (role_id === null) expectSame(`role of cast member ${id}`, entry["role"], null);
      else expectPart(`role of cast member ${id}`, entry["role"], roles?.get(role_id));
    }
  });
});

const unknownId = "no-record-has-this-id";

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function idsOf(entries: readonly PublicRecord[]): string[] {
  return entries.map(({ id }) => id);
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, key] of a.entries()) {
    const other = b[index] ?? "";
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}
