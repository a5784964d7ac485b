import { z } from "zod";
import { section, type World } from "../check.ts";
import { header, nameOf, textOf, type Answer } from "../client.ts";
import { answersWith, bodyOf, fits, holds, isObject, refusalOf, same } from "../judge.ts";
import { nouns, type Noun, type PublicRecord } from "../records.ts";

/** What creates one of each, in an order in which each finds what it refers to. */
const bodies: Record<string, (world: World) => Record<string, unknown>> = {
  shows: ({ made }) => ({
    name: made.label,
    type: "comedy",
    description: "Made to be removed.",
    booking_until: "2027-02-28",
  }),
  theatres: ({ made }) => ({ name: made.label, postcode: "wc2h0hr", lat: 51.5, lng: -0.12, capacity: 432 }),
  people: ({ made }) => ({ name: made.label, bio: "Made to be removed." }),
  productions: ({ made }) => ({
    show_id: made.id("shows"),
    theatre_id: made.id("theatres"),
    opening_date: "2027-01-01",
    closing_date: "2027-06-30",
  }),
  roles: ({ made }) => ({ name: made.label, production_id: made.id("productions") }),
  "cast-members": ({ made }) => ({
    person_id: made.id("people"),
    production_id: made.id("productions"),
    role_id: made.id("roles"),
    role_type: "principal",
    billing_order: 1,
  }),
};
/** A change of each, and a value that is wrong. */
const changes: Record<string, [field: string, value: unknown, wrong: unknown]> = {
  shows: ["booking_until", null, "2026-02-30"],
  theatres: ["capacity", 99, 0],
  people: ["bio", null, "a".repeat(10_001)],
  productions: ["closing_date", null, "2026-12-31"],
  roles: ["description", "A part.", "a".repeat(5001)],
  "cast-members": ["billing_order", 2, 1.5],
};
const inOrder = Object.keys(bodies).map((path) => nouns.find((noun) => noun.path === path) as Noun);

/** Contract §5, in one story: create six records, change them, be refused, remove them. */
export const writes = section("§5 Writes", [
  ...inOrder.map((noun) => ({
    name: `POST /${noun.path} creates: 201, the record as its single read shows it, Location`,
    needs: "staff" as const,
    cost: { account: 3 },
    run: async (world: World) => {
      const { made } = world;
      const answer = await made.create(noun.path, bodies[noun.path]?.(world) ?? {});
      const record = fits(nameOf(answer), bodyOf(answer, 201), noun.record) as PublicRecord;
      same("Location", header(answer, "location"), `/api/${noun.path}/${encodeURIComponent(record.id)}`);
      const read = await made.write("GET", `${noun.path}/${encodeURIComponent(record.id)}`);
      same(nameOf(read), bodyOf(read, 200), record);
      const list = bodyOf(await made.write("GET", noun.path), 200) as PublicRecord[];
      same("times that it stands in the list", list.filter(({ id }) => id === record.id).length, 1);
    },
  })),
  {
    name: "A postcode is stored in upper case with one space",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => {
      const answer = await made.write("GET", `theatres/${made.id("theatres")}`);
      same("postcode", (bodyOf(answer, 200) as PublicRecord)["postcode"], "WC2H 0HR");
    },
  },
  ...inOrder.map((noun) => ({
    name: `PUT /${noun.path}/{id} changes the fields that the body carries, and only those; null clears`,
    needs: "staff" as const,
    cost: { account: 2 },
    run: async ({ made }: World) => {
      const place = `${noun.path}/${made.id(noun.path)}`;
      const before = bodyOf(await made.write("GET", place), 200) as PublicRecord;
      const [field = "", value] = changes[noun.path] ?? [];
      const answer = await made.write("PUT", place, { [field]: value });
      same(nameOf(answer), bodyOf(answer, 200), { ...before, [field]: value });
    },
  })),
  ...inOrder.map((noun) => ({
    name: `PUT /${noun.path}/{id}: a record that was read from the list can be sent back whole`,
    needs: "staff" as const,
    cost: { account: 3 },
    run: async ({ made }: World) => {
      const id = made.id(noun.path);
      const list = bodyOf(await made.write("GET", noun.path), 200) as PublicRecord[];
      const before = bodyOf(await made.write("GET", `${noun.path}/${id}`), 200);
      const answer = await made.write(
        "PUT",
        `${noun.path}/${id}`,
        list.find((entry) => entry.id === id),
      );
      same(nameOf(answer), bodyOf(answer, 200), before);
    },
  })),
  ...inOrder.map((noun) => ({
    name: `POST and PUT /${noun.path}: 400 names every field that is wrong, also the unknown ones and id`,
    needs: "staff" as const,
    cost: { account: 4 },
    run: async (world: World) => {
      const { made } = world;
      const [field = "", , wrong] = changes[noun.path] ?? [];
      const body = { ...bodies[noun.path]?.(world), [field]: wrong, surprise: 1, id: "x" };
      const place = `${noun.path}/${made.id(noun.path)}`;
      const before = bodyOf(await made.write("GET", place), 200);
      for (const answer of [await made.create(noun.path, body), await made.write("PUT", place, body)]) {
        same(`wrong fields of ${nameOf(answer)}`, wrongFields(answer), [field, "id", "surprise"].sort());
      }
      same("the record after it", bodyOf(await made.write("GET", place), 200), before);
    },
  })),
  {
    name: "A missing required field is named",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => same("wrong fields", wrongFields(await made.create("shows", {})), ["name", "type"]),
  },
  {
    name: "Bodies are JSON objects in UTF-8 of at most 64 KiB with Content-Type: application/json: else 415, 413 or 400",
    needs: "staff",
    cost: { account: 6 },
    run: async ({ client }) => {
      const headers = { "content-type": "application/json" };
      const send = (body: string | Buffer, type = headers) =>
        client.send("/api/shows", { method: "POST", by: "account", headers: type, body });
      answersWith(await send("{}", { "content-type": "text/plain" }), 415);
      answersWith(await send(`{"name":"${"a".repeat(64 * 1024)}"}`), 413);
      for (const body of ["{", "[]", "", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
        refusalOf(await send(body), 400, "Invalid request");
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
        same("wrong fields", wrongFields(await made.write("PUT", place, { bio })), ["bio"]);
      }
      answersWith(await made.write("PUT", place, { bio: "𝄞".repeat(10_000) }), 200);
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
        same(`wrong fields of ${nameOf(answer)}`, wrongFields(answer), [field]);
      }
    },
  },
  {
    name: "The same person twice in the same production with the same role and role type: 409",
    needs: "staff",
    cost: { account: 1 },
    run: async (world) => {
      const answer = await world.made.create("cast-members", bodies["cast-members"]?.(world) ?? {});
      refusalOf(answer, 409, "Conflict");
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
        same(`references of ${nameOf(answer)}`, refusalOf(answer, 409, "Conflict")["references"], references);
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
      const { id } = bodyOf(another, 201) as PublicRecord;
      const answer = await world.made.write("PUT", `roles/${world.made.id("roles")}`, { production_id: id });
      refusalOf(answer, 409, "Conflict");
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
      answersWith(await made.write("PUT", place, { description: "Changed." }, { "If-Match": stale }), 200);
      for (const method of ["PUT", "DELETE"]) {
        const answer = await made.write(method, place, method === "PUT" ? { name: "Lost" } : undefined, {
          "If-Match": stale,
        });
        refusalOf(answer, 412, "Precondition failed");
      }
      const after = await made.write("GET", place);
      same("the record", bodyOf(after, 200), { ...(bodyOf(read, 200) as object), description: "Changed." });
      const held = header(after, "etag") ?? "";
      answersWith(await made.write("PUT", place, {}, { "If-Match": `"another", ${held}` }), 200);
    },
  },
  {
    name: "What is not there is 404 also for PUT and DELETE",
    needs: "staff",
    cost: { account: 2 },
    run: async ({ made }) => {
      for (const method of ["PUT", "DELETE"]) {
        const answer = await made.write(method, "shows/no-record-has-this-id", method === "PUT" ? {} : undefined);
        refusalOf(answer, 404, "Show not found");
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
        refusalOf(await made.write("PUT", `shows/${made.id("shows")}`, {}, headers), 403, "Forbidden");
      }
    },
  },
  {
    name: "Every write has its entry in the activity log: who, when, what, before, after",
    needs: "staff",
    cost: { account: 3 },
    run: async ({ made }) => {
      const id = made.id("theatres");
      const before = bodyOf(await made.write("GET", `theatres/${id}`), 200);
      const after = bodyOf(await made.write("PUT", `theatres/${id}`, { capacity: 100 }), 200);
      const log = await made.write("GET", `activity?resource=theatres&record_id=${id}&limit=1`);
      const [entry] = fits(nameOf(log), bodyOf(log, 200), z.array(activityEntry).length(1));
      const seen = [entry?.action, entry?.resource, entry?.record_id, entry?.before, entry?.after];
      same("entry", seen, ["update", "theatres", id, before, after]);
    },
  },
  {
    name: "DELETE removes: 200, the record as it was; its undoing brings it back with its old id",
    needs: "staff",
    cost: { account: 7 },
    run: async (world) => {
      const { made } = world;
      const role = bodyOf(await made.create("roles", bodies["roles"]?.(world) ?? {}), 201) as PublicRecord;
      const place = `roles/${role.id}`;
      same("the record deleted", bodyOf(await made.write("DELETE", place), 200), role);
      refusalOf(await made.write("DELETE", place), 404, "Role not found");
      const log = bodyOf(await made.write("GET", `activity?resource=roles&record_id=${role.id}&limit=1`), 200);
      const [entry] = log as PublicRecord[];
      const undone = await made.write("POST", `activity/${entry?.id ?? ""}/revert`);
      same("the record undone", bodyOf(undone, 200), role);
      same(`GET /api/${place}`, bodyOf(await made.write("GET", place), 200), role);
      refusalOf(await made.write("POST", `activity/${entry?.id ?? ""}/revert`), 409, "Conflict");
    },
  },
  {
    name: "DELETE /productions/{id}?cascade=true also deletes the production's cast members and roles",
    needs: "staff",
    cost: { account: 4 },
    run: async ({ made }) => {
      const [production, role, member] = [made.id("productions"), made.id("roles"), made.id("cast-members")];
      answersWith(await made.write("DELETE", `productions/${production}?cascade=true`), 200);
      for (const place of [`productions/${production}`, `roles/${role}`, `cast-members/${member}`]) {
        answersWith(await made.write("GET", place), 404);
      }
    },
  },
]);

const activityEntry = z.strictObject({
  id: z.string().min(1),
  at: z.iso.datetime(),
  account: z.strictObject({ id: z.string(), name: z.string() }),
  change_id: z.string().min(1),
  action: z.enum(["create", "update", "delete", "revert"]),
  resource: z.string(),
  record_id: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

/** In alphabetical order. @throws Unlike where the answer is no 400 with issues. */
function wrongFields(answer: Answer): string[] {
  const { issues } = refusalOf(answer, 400, "Invalid request");
  holds(`issues of ${nameOf(answer)}`, Array.isArray(issues), textOf(answer), "a list");
  return [...new Set((issues as unknown[]).map((issue) => (isObject(issue) ? String(issue["path"]) : "")))].sort();
}
