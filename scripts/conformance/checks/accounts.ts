import { section, staffCheck } from "../check.ts";
import { made } from "../created-records.ts";
import { expectError } from "../expect.ts";

/** Contract §7: sessions and roles. */
section("§7 Accounts", () => {
  staffCheck("PUT and GET /accounts need an administrator: an editor is 403", async () => {
    const response = await made.write("GET", "accounts");
    if (response.status === 200) return;
    expectError(response, 403, "Forbidden");
  });

  staffCheck("GET /activity: a bad limit is 400", async () => {
    for (const limit of ["0", "101", "x"]) {
      expectError(await made.write("GET", `activity?limit=${limit}`), 400, "Invalid request");
    }
  });
});
