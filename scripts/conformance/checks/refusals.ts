import { section, type CheckContext } from "../check.ts";
import { header, requestName, responseText, type ConformanceResponse } from "../client.ts";
import { expectStatus, expectBody, expectThat, isObject, expectError, expectSame } from "../expect.ts";
import type { PublicRecord } from "../records.ts";
import { bodies, changes, nounsInOrder } from "./examples.ts";

/** Contract §5: refused writes. */
export const refusals = section("§5 Writes", [
  ...nounsInOrder.map((noun) => ({
    name: `POST and PUT /${noun.path}: 400 names every invalid field, including unknown ones and id`,
    needs: "staff" as const,
    cost: { account: 4 },
    run: async (world: CheckContext) => {
      const { made } = world;
      const [field = "", , wrong] = changes[noun.path] ?? [];
      const body = { ...bodies[noun.path]?.(world), [field]: wrong, surprise: 1, id: "x" };
      const place = `${noun.path}/${made.id(noun.path)}`;
      const before = expectBody(await made.write("GET", place), 200);
      for (const answer of [await made.create(noun.path, body), await made.write("PUT", place, body)]) {
        expectSame(`wrong fields of ${requestName(answer)}`, wrongFields(answer), [field, "id", "surprise"].sort());
      }
      expectSame("the record after it", expectBody(await made.write("GET", place), 200), before);
    },
  })),
  {
    name: "A missing required field is named",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => expectSame("wrong fields", wrongFields(await made.create("shows", {})), ["name", "type"]),
  },
  {
    name: "Bodies are JSON objects in UTF-8 of at most 64 KiB with Content-Type: application/json: else 415, 413 or 400",
    needs: "staff",
    cost: { account: 6 },
    run: async ({ client }) => {
      const headers = { "content-type": "application/json" };
      const send = (body: string | Buffer, type = headers) =>
        client.send("/api/shows", { method: "POST", by: "account", headers: type, body });
      expectStatus(await send("{}", { "content-type": "text/plain" }), 415);
      expectStatus(await send(`{"name":"${"a".repeat(64 * 1024)}"}`), 413);
      for (const body of ["{", "[]", "", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
        expectError(await send(body), 400, "Invalid request");
      }
    },
  },
  {
    name: "Text has no NUL and no lone surrogate, and lengths are code points",
    needs: "staff",
    cost: { account: 4 },
    run: async ({ made }) => {
      const place = `people/${made.id("people")}`;
      for (const bio of ["a\0b", "\ud800", "𝄞".repeat(10_001)]) {
        expectSame("wrong fields", wrongFields(await made.write("PUT", place, { bio })), ["bio"]);
      }
      expectStatus(await made.write("PUT", place, { bio: "𝄞".repeat(10_000) }), 200);
    },
  },
  {
    name: "Every *_id names an existing record: 400 with its path otherwise",
    needs: "staff",
    cost: { account: 5 },
    run: async ({ made }) => {
      const unknown = "no-record-has-this-id";
      for (const [path, field] of [
        ["theatres", "current_show_id"],
        ["productions", "show_id"],
        ["productions", "theatre_id"],
        ["cast-members", "person_id"],
        ["cast-members", "role_id"],
      ] as const) {
        const answer = await made.write("PUT", `${path}/${made.id(path)}`, { [field]: unknown });
        expectSame(`wrong fields of ${requestName(answer)}`, wrongFields(answer), [field]);
      }
    },
  },
  {
    name: "The same person twice in the same production with the same role and role type: 409",
    needs: "staff",
    cost: { account: 1 },
    run: async (world) => {
      const answer = await world.made.create("cast-members", bodies["cast-members"]?.(world) ?? {});
      expectError(answer, 409, "Conflict");
    },
  },
  {
    name: "Deleting a record that others refer to: 409, and the body's references counts them by resource",
    needs: "staff",
    cost: { account: 4 },
    run: async ({ made }) => {
      for (const path of Object.keys(bodies)) made.id(path);
      for (const [path, references] of [
        ["shows", { productions: 1 }],
        ["theatres", { productions: 1 }],
        ["productions", { roles: 1, "cast-members": 1 }],
        ["roles", { "cast-members": 1 }],
      ] as const) {
        const answer = await made.write("DELETE", `${path}/${made.id(path)}`);
        expectSame(
          `references of ${requestName(answer)}`,
          expectError(answer, 409, "Conflict")["references"],
          references,
        );
      }
    },
  },
  {
    name: "Moving a role that has cast members to another production: 409",
    needs: "staff",
    cost: { account: 2 },
    run: async (world) => {
      world.made.id("cast-members");
      const another = await world.made.create("productions", {
        ...bodies["productions"]?.(world),
        opening_date: "2027-03-01",
      });
      const { id } = expectBody(another, 201) as PublicRecord;
      const answer = await world.made.write("PUT", `roles/${world.made.id("roles")}`, { production_id: id });
      expectError(answer, 409, "Conflict");
    },
  },
  {
    name: "PUT and DELETE with If-Match that no longer holds: 412 and nothing changes; with one that holds they are done",
    needs: "staff",
    cost: { account: 6 },
    run: async ({ made }) => {
      const place = `shows/${made.id("shows")}`;
      const read = await made.write("GET", place);
      const stale = header(read, "etag") ?? "";
      expectStatus(await made.write("PUT", place, { description: "Changed." }, { "If-Match": stale }), 200);
      for (const method of ["PUT", "DELETE"]) {
        const answer = await made.write(method, place, method === "PUT" ? { name: "Lost" } : undefined, {
          "If-Match": stale,
        });
        expectError(answer, 412, "Precondition failed");
      }
      const after = await made.write("GET", place);
      expectSame("the record", expectBody(after, 200), {
        ...(expectBody(read, 200) as object),
        description: "Changed.",
      });
      const held = header(after, "etag") ?? "";
      expectStatus(await made.write("PUT", place, {}, { "If-Match": `"another", ${held}` }), 200);
    },
  },
  {
    name: "PUT and DELETE of an unknown record are 404",
    needs: "staff",
    cost: { account: 2 },
    run: async ({ made }) => {
      for (const method of ["PUT", "DELETE"]) {
        const answer = await made.write(method, "shows/no-record-has-this-id", method === "PUT" ? {} : undefined);
        expectError(answer, 404, "Show not found");
      }
    },
  },
  {
    name: "Writes from another origin are 403, whatever the cookie",
    needs: "staff",
    cost: { account: 4 },
    run: async ({ made }) => {
      for (const headers of [
        { origin: "https://elsewhere.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ] as Record<string, string>[]) {
        expectError(await made.write("PUT", `shows/${made.id("shows")}`, {}, headers), 403, "Forbidden");
      }
    },
  },
]);

/** In alphabetical order. @throws Mismatch when the response is not a 400 with issues. */
function wrongFields(answer: ConformanceResponse): string[] {
  const { issues } = expectError(answer, 400, "Invalid request");
  expectThat(`issues of ${requestName(answer)}`, Array.isArray(issues), responseText(answer), "a list");
  return [...new Set((issues as unknown[]).map((issue) => (isObject(issue) ? String(issue["path"]) : "")))].sort();
}
