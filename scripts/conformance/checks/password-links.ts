import { randomUUID } from "node:crypto";
import { section, staffCheck } from "../check.ts";
import { send } from "../client.ts";
import { expectBody, expectError, expectSame, expectThat, isObject } from "../expect.ts";

const unknownToken = "x".repeat(43);

/** Contract §19, without an invitation or an email, because neither can be taken back. */
section("§19 Password links", () => {
  staffCheck(
    "POST /account/link, /account/password and /account/verify with a link that is wrong: 400 with the path token",
    async () => {
      for (const [path, more] of [
        ["link", {}],
        ["password", { password: `A password ${randomUUID()}` }],
        ["verify", {}],
      ] as const) {
        const body = expectError(await post(path, { token: unknownToken, ...more }), 400, "Invalid request");
        const issues = body["issues"];
        const paths = Array.isArray(issues) ? issues.map((issue) => isObject(issue) && issue["path"]) : issues;
        expectSame(`the wrong fields of ${path}`, paths, ["token"]);
      }
    },
  );

  staffCheck("POST /account/reset: 202 also for an address without an account", async () => {
    const response = await post("reset", { email: `${randomUUID()}@example.com` });
    const body = expectBody(response, 202);
    expectThat("the answer", isObject(body) && typeof body["message"] === "string", body, "a message");
  });
});

function post(path: string, body: object) {
  const headers = { "content-type": "application/json" };
  return send(`/api/account/${path}`, { method: "POST", by: "account", headers, body: JSON.stringify(body) });
}
