import { section, staffCheck } from "../check.ts";
import { bodies } from "./examples.ts";
import { made } from "../created-records.ts";
import { expectDocumented } from "../documented.ts";
import { expectBody, expectError, expectSame, expectStatus } from "../expect.ts";
import { type PublicRecord } from "../records.ts";

/** Contract §5 and §7: the activity log, deletions and undoing them. */
section("§5 Writes", () => {
  staffCheck("Every write has its entry in the activity log: who, when, what, before, after", async () => {
    const id = made.id("theatres");
    const before = expectBody(await made.write("GET", `theatres/${id}`), 200);
    const after = expectBody(await made.write("PUT", `theatres/${id}`, { capacity: 100 }), 200);
    const log = await made.write("GET", `activity?resource=theatres&record_id=${id}&limit=1`);
    const [entry] = expectDocumented(log, 200) as Record<string, unknown>[];
    const seen = [entry?.["action"], entry?.["resource"], entry?.["record_id"], entry?.["before"], entry?.["after"]];
    expectSame("entry", seen, ["update", "theatres", id, before, after]);
  });

  staffCheck("DELETE removes: 200, the record as it was; its undoing brings it back with its old id", async () => {
    const role = expectBody(await made.create("roles", bodies["roles"]?.() ?? {}), 201) as PublicRecord;
    const place = `roles/${role.id}`;
    expectSame("the record deleted", expectBody(await made.write("DELETE", place), 200), role);
    expectError(await made.write("DELETE", place), 404, "Role not found");
    const log = expectBody(await made.write("GET", `activity?resource=roles&record_id=${role.id}&limit=1`), 200);
    const [entry] = log as PublicRecord[];
    const undone = await made.write("POST", `activity/${entry?.id ?? ""}/revert`);
    expectSame("the record undone", expectBody(undone, 200), role);
    expectSame(`GET /api/${place}`, expectBody(await made.write("GET", place), 200), role);
    expectError(await made.write("POST", `activity/${entry?.id ?? ""}/revert`), 409, "Conflict");
  });

  staffCheck("DELETE /productions/{id}?cascade=true also deletes the production's cast members and roles", async () => {
    const [production, role, member] = [made.id("productions"), made.id("roles"), made.id("cast-members")];
    expectStatus(await made.write("DELETE", `productions/${production}?cascade=true`), 200);
    for (const place of [`productions/${production}`, `roles/${role}`, `cast-members/${member}`]) {
      expectStatus(await made.write("GET", place), 404);
    }
  });
});
