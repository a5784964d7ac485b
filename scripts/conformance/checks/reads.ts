import { z } from "zod";
import { section, type CheckContext } from "../check.ts";
import { header, requestName } from "../client.ts";
import { expectStatus, expectBody, expectSchema, expectError, expectSame } from "../expect.ts";
import { forEachNoun } from "../lists.ts";
import { flattenEntry, type PublicRecord } from "../records.ts";

/** Contract §4: single records and lists. */
export const reads = section("§4 Reads", [
  ...forEachNoun((noun) => ({
    name: `GET /${noun.path}: every record has all its fields and no others`,
    run: ({ lists }: CheckContext) => {
      const answer = lists.answer(noun.path);
      expectSchema(requestName(answer), expectBody(answer, 200), z.array(noun.entry));
      expectSame(
        `content type of ${requestName(answer)}`,
        header(answer, "content-type"),
        "application/json; charset=utf-8",
      );
    },
  })),
  ...forEachNoun((noun) => ({
    name: `GET /${noun.path}: the list is sorted, and every id is unique`,
    run: ({ lists }: CheckContext) => {
      const entries = lists.records(noun.path);
      const sorted = [...entries].sort((a, b) => compare(noun.keys(a), noun.keys(b)));
      expectSame(`ids of /api/${noun.path}`, idsOf(entries), idsOf(sorted));
      expectSame(`number of ids of /api/${noun.path}`, new Set(idsOf(entries)).size, entries.length);
    },
  })),
  ...forEachNoun((noun) => ({
    name: `GET /${noun.path}/{id}: the record of the list, flat`,
    cost: { caller: 1 },
    run: async ({ client, lists }: CheckContext) => {
      const [entry] = lists.records(noun.path, 1) as [PublicRecord];
      const answer = await client.get(`/api/${noun.path}/${encodeURIComponent(entry.id)}`);
      const record = expectSchema(requestName(answer), expectBody(answer, 200), noun.record);
      expectSame(requestName(answer), record, flattenEntry(noun, entry));
    },
  })),
  ...forEachNoun((noun) => ({
    name: `GET /${noun.path}/{id}: an unknown id is 404, "${noun.singular} not found"`,
    cost: { caller: 1 },
    run: async ({ client }: CheckContext) => {
      const answer = await client.get(`/api/${noun.path}/${unknownId}`);
      expectSame(requestName(answer), expectError(answer, 404, `${noun.singular} not found`), {
        error: `${noun.singular} not found`,
      });
    },
  })),
  {
    name: "An unknown id of any form is 404, never 400 or 500",
    cost: { caller: 5 },
    run: async ({ client }) => {
      for (const id of ["%00", "..%2Fshows", "'%20OR%201=1;--", "__proto__", "%F0%9D%84%9E".repeat(100)]) {
        expectError(await client.get(`/api/shows/${id}`), 404, "Show not found");
      }
    },
  },
  {
    name: 'Only a path or query whose percent-encoding is broken is 400, "Bad request"',
    needs: "own server",
    cost: { caller: 2 },
    run: async ({ client }) => {
      for (const target of ["/api/shows/%E0%A4%A", "/api/productions?show_id=%zz"]) {
        expectError(await client.get(target), 400, "Bad request");
      }
    },
  },
  {
    name: 'Unknown path under /api, /api itself included: 404, "Not found"',
    cost: { caller: 2 },
    run: async ({ client }) => {
      for (const target of ["/api", "/api/nothing/of/the/kind"]) {
        const answer = await client.get(target);
        expectSame(requestName(answer), expectError(answer, 404, "Not found"), { error: "Not found" });
      }
    },
  },
  {
    name: "A trailing slash is the same path, without a redirect",
    cost: { caller: 1 },
    run: async ({ client, lists }) => {
      const answer = await client.get("/api/shows/");
      expectStatus(answer, 200);
      expectSame("ETag of GET /api/shows/", header(answer, "etag"), header(lists.answer("shows"), "etag"));
    },
  },
  {
    name: "What Next reads in a request (RSC, Next-*, x-middleware-*, x-nextjs-*, _rsc) changes nothing under /api",
    cost: { caller: 1 },
    run: async ({ client, lists }) => {
      const answer = await client.get("/api/shows?_rsc=1x2y", {
        RSC: "1",
        "Next-Router-State-Tree": "%5B%22%22%5D",
        "Next-Url": "/",
        "x-middleware-subrequest": "middleware:middleware",
        "x-nextjs-data": "1",
      });
      expectStatus(answer, 200);
      expectSame("ETag of it", header(answer, "etag"), header(lists.answer("shows"), "etag"));
    },
  },
  {
    name: "References between records hold",
    run: ({ lists }) => {
      for (const noun of forEachNoun((one) => one)) {
        for (const [field, path] of Object.entries(noun.references)) {
          const known = new Set<unknown>(idsOf(lists.records(path)));
          const lost = lists.records(noun.path).filter((entry) => entry[field] !== null && !known.has(entry[field]));
          expectSame(`records of /api/${noun.path} whose ${field} is not in /api/${path}`, idsOf(lost), []);
        }
      }
    },
  },
  {
    name: "A cast member's role belongs to the cast member's production",
    run: ({ lists }) => {
      const productions = new Map<unknown, unknown>(
        lists.records("roles").map(({ id, production_id }) => [id, production_id]),
      );
      const strange = lists
        .records("cast-members")
        .filter(({ role_id, production_id }) => role_id !== null && productions.get(role_id) !== production_id);
      expectSame("cast members whose role belongs to another production", idsOf(strange), []);
    },
  },
  {
    name: "closing_date is not before opening_date",
    run: ({ lists }) => {
      const wrong = lists
        .records("productions")
        .filter(({ opening_date: first, closing_date: last }) => isText(first) && isText(last) && last < first);
      expectSame("productions that close before they open", idsOf(wrong), []);
    },
  },
  {
    name: "Embedded records in a list are the referenced records",
    run: ({ lists }) => {
      const find = (path: string) =>
        new Map<unknown, PublicRecord>(lists.records(path).map((entry) => [entry.id, entry]));
      const [shows, people, roles, productions] = ["shows", "people", "roles", "productions"].map(find);
      const part = (entry: PublicRecord | undefined, ...fields: string[]) =>
        Object.fromEntries(fields.map((field) => [field, entry?.[field]]));
      for (const { id, show_id, show } of lists.records("productions")) {
        const expected = part(shows?.get(show_id), "id", "name", "type", "description", "image");
        expectSame(`show of production ${id}`, show, expected);
      }
      for (const { id, person_id, production_id, role_id, ...entry } of lists.records("cast-members")) {
        const show = shows?.get(productions?.get(production_id)?.["show_id"]);
        expectSame(
          `person of cast member ${id}`,
          entry["person"],
          part(people?.get(person_id), "id", "name", "bio", "image"),
        );
        expectSame(`production of cast member ${id}`, entry["production"], {
          id: production_id,
          show: part(show, "name", "type"),
        });
        const role = role_id === null ? null : part(roles?.get(role_id), "id", "name");
        expectSame(`role of cast member ${id}`, entry["role"], role);
      }
    },
  },
]);

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
