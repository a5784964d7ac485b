import { randomUUID } from "node:crypto";
import { section, type CheckContext } from "../check.ts";
import { expectBody, expectError, expectSame, expectThat, isObject } from "../expect.ts";

const unknownToken = "x".repeat(43);

/** Contract §19, without an invitation or an email, because neither can be taken back. */
export const passwordLinks = section("§19 Password links", [
  {
    name: "POST /account/password and /account/verify with a link that is wrong: 400 with the path token",
    needs: "staff",
    cost: { account: 2 },
    run: async (world) => {
      for (const [path, more] of [
        ["password", { password: `A password ${randomUUID()}` }],
        ["verify", {}],
      ] as const) {
        const body = expectError(await post(world, path, { token: unknownToken, ...more }), 400, "Invalid request");
        const issues = body["issues"];
        const paths = Array.isArray(issues) ? issues.map((issue) => isObject(issue) && issue["path"]) : issues;
        expectSame(`the wrong fields of ${path}`, paths, ["token"]);
      }
    },
  },
  {
    name: "POST /account/reset: 202 also for an address without an account",
    needs: "staff",
    cost: { account: 1 },
    run: async (world) => {
      const answer = await post(world, "reset", { email: `${randomUUID()}@example.com` });
      const body = expectBody(answer, 202);
      expectThat("the answer", isObject(body) && typeof body["message"] === "string", body, "a message");
    },
  },
]);

function post({ client }: CheckContext, path: string, body: object) {
  const headers = { "content-type": "application/json" };
  return client.send(`/api/account/${path}`, { method: "POST", by: "account", headers, body: JSON.stringify(body) });
}
