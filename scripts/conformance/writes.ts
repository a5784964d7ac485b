import { bodyOf, check, errorOf, expectHeader, expectStatus, same, section, staffCheck, wrongFields } from "./check.ts";
import { asStaff, get, header, send, tagOf } from "./client.ts";
import { create, createdRecord, flatten, idOf, label, type PublicRecord, recordsOf, resources } from "./records.ts";

const text = "Made to be removed.";

/** A body that creates a record, and a change of one field, in the order of `resources`: each refers to earlier ones. */
const examples: Record<string, () => [body: Record<string, unknown>, field: string, value: unknown]> = {
  shows: () => [{ name: label, type: "comedy", description: text }, "booking_until", "2027-02-28"],
  theatres: () => [{ name: label, postcode: "wc2h0hr", lat: 51.5, lng: -0.12, capacity: 432 }, "capacity", 99],
  people: () => [{ name: label, bio: text }, "bio", null],
  productions: () => [
    { show_id: idOf("shows"), theatre_id: idOf("theatres"), opening_date: "2027-01-01" },
    "closing_date",
    "2027-06-30",
  ],
  roles: () => [{ name: label, production_id: idOf("productions") }, "description", text],
  "cast-members": () => [
    { person_id: idOf("people"), production_id: idOf("productions"), role_id: idOf("roles"), role_type: "principal" },
    "billing_order",
    2,
  ],
  "crew-members": () => [
    { person_id: idOf("people"), production_id: idOf("productions"), job: "other", credit: text },
    "job",
    "director",
  ],
};

const read = async (path: string) => bodyOf(await asStaff("GET", path)) as PublicRecord;
const bodyFor = (path: string) => examples[path]?.()[0] ?? {};

section("§5 Writes", () => {
  for (const resource of resources) {
    const { path } = resource;

    staffCheck(`POST and PUT /${path}: the record; only what the body carries changes`, async () => {
      const [body, field, value] = examples[path]?.() ?? [{}, "", null];
      const answer = await create(path, body);
      const record = bodyOf(answer, 201) as PublicRecord;
      const place = `${path}/${encodeURIComponent(record.id)}`;
      expectHeader(answer, "location", `/api/${place}`);
      if (path === "theatres") same("postcode", record["postcode"], "WC2H 0HR");
      same(`/api/${place}`, await read(place), record);
      const changed = { ...record, [field]: value };
      same("changed", bodyOf(await asStaff("PUT", place, { [field]: value })), changed);
      const list = (await read(path)) as unknown as PublicRecord[];
      const entry = list.find(({ id }) => id === record.id) ?? { id: "" };
      same("the entry of the list", flatten(resource, entry), changed);
      same("sent back whole", bodyOf(await asStaff("PUT", place, entry)), changed);
      const activity = `activity?resource=${path}&record_id=${record.id}&limit=1`;
      const [log] = (await read(activity)) as unknown as Record<string, unknown>[];
      same("the log", [log?.["action"], log?.["record_id"], log?.["after"]], ["update", record.id, changed]);
    });
  }

  staffCheck("Bodies are JSON in UTF-8 of at most 64 KiB, with known fields", async () => {
    const post = (body: string | Buffer, type = "application/json") =>
      send("/api/shows", { method: "POST", by: "account", headers: { "content-type": type }, body });
    expectStatus(await post("{}", "text/plain"), 415);
    expectStatus(await post(`{"name":"${"a".repeat(64 * 1024)}"}`), 413);
    for (const body of ["{", "[]", "", Buffer.from("7b22ff223a317d", "hex")])
      errorOf(await post(body), 400, "Invalid request");
    const mistakes = { type: "opera", booking_until: "2026-02-30", surprise: 1, id: "x" };
    const wrong = ["booking_until", "id", "name", "surprise", "type"];
    same("wrong fields", wrongFields(await create("shows", mistakes)), wrong);
  });

  staffCheck("An If-Match that no longer holds is 412, another origin 403, and nothing changes", async () => {
    const place = `shows/${idOf("shows")}`;
    const before = await asStaff("GET", place);
    const stale = { "if-match": tagOf(before) };
    expectStatus(await asStaff("PUT", place, { description: "Changed." }, stale), 200);
    errorOf(await asStaff("PUT", place, { name: "Lost" }, stale), 412, "Precondition failed");
    errorOf(await asStaff("DELETE", place, undefined, stale), 412, "Precondition failed");
    for (const [name, value] of [
      ["origin", "https://elsewhere.example"],
      ["origin", "null"],
      ["sec-fetch-site", "same-site"],
    ] as const)
      errorOf(await asStaff("PUT", place, { name: "Lost" }, { [name]: value }), 403, "Forbidden");
    same("the record", await read(place), { ...(bodyOf(before) as object), description: "Changed." });
    for (const method of ["PUT", "DELETE"])
      errorOf(await asStaff(method, "shows/none", method === "PUT" ? {} : undefined), 404, "Show not found");
  });

  staffCheck("409: a member twice, a role that moves with its cast, a record referred to", async () => {
    errorOf(await create("cast-members", bodyFor("cast-members")), 409, "Conflict");
    const { id } = await createdRecord("productions", { ...bodyFor("productions"), opening_date: "2027-03-01" });
    errorOf(await asStaff("PUT", `roles/${idOf("roles")}`, { production_id: id }), 409, "Conflict");
    const refused = errorOf(await asStaff("DELETE", `productions/${idOf("productions")}`), 409, "Conflict");
    same("references", refused["references"], { roles: 1, "cast-members": 1, "crew-members": 1 });
  });

  staffCheck("DELETE: the record as it was; an undo brings it back; ?cascade=true takes the rest", async () => {
    const role = await createdRecord("roles", bodyFor("roles"));
    same("the record deleted", bodyOf(await asStaff("DELETE", `roles/${role.id}`)), role);
    errorOf(await asStaff("DELETE", `roles/${role.id}`), 404, "Role not found");
    const [entry] = (await read(`activity?record_id=${role.id}&resource=roles&limit=1`)) as unknown as PublicRecord[];
    same("undone", bodyOf(await asStaff("POST", `activity/${entry?.id ?? ""}/revert`)), role);
    same("the record", await read(`roles/${role.id}`), role);
    errorOf(await asStaff("POST", `activity/${entry?.id ?? ""}/revert`), 409, "Conflict");
    const all = ["productions", "roles", "cast-members", "crew-members"].map((path) => `${path}/${idOf(path)}`);
    expectStatus(await asStaff("DELETE", `${all[0]}?cascade=true`), 200);
    for (const place of all) expectStatus(await asStaff("GET", place), 404);
  });
});

section("§12 Details, sources, merges", () => {
  check("GET /shows/{id}/details and /sources are public, and refuse unknown parameters", async () => {
    const place = `/api/shows/${encodeURIComponent(recordsOf("shows")[0].id)}`;
    for (const part of ["details", "sources"]) {
      const answer = await get(`${place}/${part}`);
      expectHeader(answer, "ratelimit-policy", `"daily";q=${header(answer, "x-ratelimit-limit")};w=86400`);
      expectStatus(await get(`${place}/${part}`, { "If-None-Match": tagOf(answer) }), 304);
    }
    same("unknown parameter", wrongFields(await get(`${place}/details?surprise=1`)), ["surprise"]);
  });

  staffCheck("POST /people/{id}/merge: 200, the survivor, which the old path names", async () => {
    const first = await createdRecord("people", bodyFor("people"));
    const other = await createdRecord("people", bodyFor("people"));
    same("survivor", bodyOf(await asStaff("POST", `people/${first.id}/merge`, { into: other.id })), other);
    const gone = await asStaff("GET", `people/${first.id}`);
    errorOf(gone, 404, "Person not found");
    expectHeader(gone, "Link", new RegExp(`^</api/people/${other.id}>; rel="successor-version", `));
  });
});
