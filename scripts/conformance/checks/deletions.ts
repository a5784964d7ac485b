import { z } from "zod";
import { section } from "../check.ts";
import { requestName } from "../client.ts";
import { expectStatus, expectBody, expectSchema, expectError, expectSame } from "../expect.ts";
import type { PublicRecord } from "../records.ts";
import { bodies } from "./examples.ts";

/** Contract §5 and §7: the activity log, deletions and undoing them. */
export const deletionChecks = section("§5 Writes", [
  {
    name: "Every write has its entry in the activity log: who, when, what, before, after",
    needs: "staff",
    cost: { account: 3 },
    run: async ({ made }) => {
      const id = made.id("theatres");
      const before = expectBody(await made.write("GET", `theatres/${id}`), 200);
      const after = expectBody(await made.write("PUT", `theatres/${id}`, { capacity: 100 }), 200);
      const log = await made.write("GET", `activity?resource=theatres&record_id=${id}&limit=1`);
      const [entry] = expectSchema(requestName(log), expectBody(log, 200), z.array(activityEntry).length(1));
      const seen = [entry?.action, entry?.resource, entry?.record_id, entry?.before, entry?.after];
      expectSame("entry", seen, ["update", "theatres", id, before, after]);
    },
  },
  {
    name: "DELETE removes: 200, the record as it was; its undoing brings it back with its old id",
    needs: "staff",
    cost: { account: 7 },
    run: async (world) => {
      const { made } = world;
      const role = expectBody(await made.create("roles", bodies["roles"]?.(world) ?? {}), 201) as PublicRecord;
      const place = `roles/${role.id}`;
      expectSame("the record deleted", expectBody(await made.write("DELETE", place), 200), role);
      expectError(await made.write("DELETE", place), 404, "Role not found");
      const log = expectBody(await made.write("GET", `activity?resource=roles&record_id=${role.id}&limit=1`), 200);
      const [entry] = log as PublicRecord[];
      const undone = await made.write("POST", `activity/${entry?.id ?? ""}/revert`);
      expectSame("the record undone", expectBody(undone, 200), role);
      expectSame(`GET /api/${place}`, expectBody(await made.write("GET", place), 200), role);
      expectError(await made.write("POST", `activity/${entry?.id ?? ""}/revert`), 409, "Conflict");
    },
  },
  {
    name: "DELETE /productions/{id}?cascade=true also deletes the production's cast members and roles",
    needs: "staff",
    cost: { account: 4 },
    run: async ({ made }) => {
      const [production, role, member] = [made.id("productions"), made.id("roles"), made.id("cast-members")];
      expectStatus(await made.write("DELETE", `productions/${production}?cascade=true`), 200);
      for (const place of [`productions/${production}`, `roles/${role}`, `cast-members/${member}`]) {
        expectStatus(await made.write("GET", place), 404);
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
