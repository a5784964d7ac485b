import { before } from "node:test";
import { section, staffCheck } from "../check.ts";
import { get, header, send } from "../client.ts";
import { made } from "../created-records.ts";
import { session } from "../deployment.ts";
import { expectError, expectStatus } from "../expect.ts";
import { lists } from "../lists.ts";
import { contractResources } from "../records.ts";

/** After all other checks. An interrupted run skips these, but not the removal and the sign-out. */
section("§7 Accounts", () => {
  let cookie = "";
  before(async () => {
    if (!session) return;
    const left = await made.removeAll();
    cookie = await session.signOut();
    if (left.length > 0) throw new Error(`Could not be removed; please delete it: ${left.join(", ")}`);
  });

  staffCheck("The lists are as they were before this run", async () => {
    for (const { path } of contractResources) {
      const etag = header(lists.response(path), "etag") ?? "";
      expectStatus(await get(`/api/${path}`, { "If-None-Match": etag }), 304);
    }
  });

  staffCheck("A session ends at sign-out: replaying its cookie has no effect", async () => {
    const response = await send("/api/activity", { by: "address", headers: { cookie } });
    expectError(response, 401, "Unauthorized");
  });
});
