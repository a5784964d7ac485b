import { section, staffCheck } from "../check.ts";
import { bodies, changes, resourcesInOrder } from "./examples.ts";
import { type ConformanceResponse, header, requestName, responseText, send } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, expectError, expectSame, expectStatus, expectThat, isObject } from "../expect.ts";
import { type PublicRecord } from "../records.ts";

/** Contract §5: refused writes. */
section("§5 Writes", () => {
  for (const resource of resourcesInOrder)
    staffCheck(
      `POST and PUT /${resource.path}: 400 names every invalid field, including unknown ones and id`,
      async () => {
        const [field = "", , wrong] = changes[resource.path] ?? [];
        const body = { ...bodies[resource.path]?.(), [field]: wrong, surprise: 1, id: "x" };
        const place = `${resource.path}/${made.id(resource.path)}`;
        const before = expectBody(await made.write("GET", place), 200);
        for (const response of [await made.create(resource.path, body), await made.write("PUT", place, body)]) {
          expectSame(
            `wrong fields of ${requestName(response)}`,
            wrongFields(response),
            [field, "id", "surprise"].sort(),
          );
        }
        expectSame("the record after it", expectBody(await made.write("GET", place), 200), before);
      },
    );

  staffCheck("A missing required field is named", async () =>
    expectSame("wrong fields", wrongFields(await made.create("shows", {})), ["name", "type"]),
  );

  staffCheck(
    "Bodies are JSON objects in UTF-8 of at most 64 KiB with Content-Type: application/json: else 415, 413 or 400",
    async () => {
      const headers = { "content-type": "application/json" };
      const post = (body: string | Buffer, type = headers) =>
        send("/api/shows", { method: "POST", by: "account", headers: type, body });
      expectStatus(await post("{}", { "content-type": "text/plain" }), 415);
      expectStatus(await post(`{"name":"${"a".repeat(64 * 1024)}"}`), 413);
      for (const body of ["{", "[]", "", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
        expectError(await post(body), 400, "Invalid request");
      }
    },
  );

  staffCheck("Text has no control character and no lone surrogate, and lengths are code points", async () => {
    const place = `people/${made.id("people")}`;
    for (const bio of ["a\0b", "a\u0007b", "a\u2028b", "\ud800", "𝄞".repeat(10_001)]) {
      expectSame("wrong fields", wrongFields(await made.write("PUT", place, { bio })), ["bio"]);
    }
    for (const name of ["a\u0085b", "a\nb"])
      expectSame("wrong fields", wrongFields(await made.write("PUT", place, { name })), ["name"]);
    expectStatus(await made.write("PUT", place, { bio: "𝄞".repeat(10_000) }), 200);
  });

  staffCheck("Every *_id names an existing record: 400 with its path otherwise", async () => {
    const unknown = "no-record-has-this-id";
    for (const [path, field] of [
      ["theatres", "current_show_id"],
      ["productions", "show_id"],
      ["productions", "theatre_id"],
      ["cast-members", "person_id"],
      ["cast-members", "role_id"],
    ] as const) {
      const response = await made.write("PUT", `${path}/${made.id(path)}`, { [field]: unknown });
      expectSame(`wrong fields of ${requestName(response)}`, wrongFields(response), [field]);
    }
  });

  staffCheck("The same person twice in the same production with the same role and role type: 409", async () => {
    const response = await made.create("cast-members", bodies["cast-members"]?.() ?? {});
    expectError(response, 409, "Conflict");
  });

  staffCheck(
    "Deleting a record that others refer to: 409, and the body's references counts them by resource",
    async () => {
      for (const path of Object.keys(bodies)) made.id(path);
      for (const [path, references] of [
        ["shows", { productions: 1 }],
        ["theatres", { productions: 1 }],
        ["productions", { roles: 1, "cast-members": 1 }],
        ["roles", { "cast-members": 1 }],
      ] as const) {
        const response = await made.write("DELETE", `${path}/${made.id(path)}`);
        expectSame(
          `references of ${requestName(response)}`,
          expectError(response, 409, "Conflict")["references"],
          references,
        );
      }
    },
  );

  staffCheck("Moving a role that has cast members to another production: 409", async () => {
    made.id("cast-members");
    const another = await made.create("productions", {
      ...bodies["productions"]?.(),
      opening_date: "2027-03-01",
    });
    const { id } = expectBody(another, 201) as PublicRecord;
    const response = await made.write("PUT", `roles/${made.id("roles")}`, { production_id: id });
    expectError(response, 409, "Conflict");
  });

  staffCheck(
    "PUT and DELETE with If-Match that no longer holds: 412 and nothing changes; with one that holds they are done",
    async () => {
      const place = `shows/${made.id("shows")}`;
      const read = await made.write("GET", place);
      const stale = header(read, "etag") ?? "";
      expectStatus(await made.write("PUT", place, { description: "Changed." }, { "If-Match": stale }), 200);
      for (const method of ["PUT", "DELETE"]) {
        const response = await made.write(method, place, method === "PUT" ? { name: "Lost" } : undefined, {
          "If-Match": stale,
        });
        expectError(response, 412, "Precondition failed");
      }
      const after = await made.write("GET", place);
      expectSame("the record", expectBody(after, 200), {
        ...(expectBody(read, 200) as object),
        description: "Changed.",
      });
      const held = header(after, "etag") ?? "";
      expectStatus(await made.write("PUT", place, {}, { "If-Match": `"another", ${held}` }), 200);
    },
  );

  staffCheck("PUT and DELETE of an unknown record are 404", async () => {
    for (const method of ["PUT", "DELETE"]) {
      const response = await made.write(method, "shows/no-record-has-this-id", method === "PUT" ? {} : undefined);
      expectError(response, 404, "Show not found");
    }
  });

  staffCheck("Writes from another origin are 403, whatever the cookie", async () => {
    for (const headers of [
      { origin: "https://elsewhere.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ] as Record<string, string>[]) {
      expectError(await made.write("PUT", `shows/${made.id("shows")}`, {}, headers), 403, "Forbidden");
    }
  });
});

/** In alphabetical order. @throws Mismatch when the response is not a 400 with issues. */
function wrongFields(response: ConformanceResponse): string[] {
  const { issues } = expectError(response, 400, "Invalid request");
  expectThat(`issues of ${requestName(response)}`, Array.isArray(issues), responseText(response), "a list");
  return [...new Set((issues as unknown[]).map((issue) => (isObject(issue) ? String(issue["path"]) : "")))].sort();
}
