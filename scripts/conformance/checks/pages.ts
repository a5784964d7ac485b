import { section } from "../check.ts";
import { header, requestName, responseText } from "../client.ts";
import { expectStatus, expectThat, expectSame } from "../expect.ts";

/** Contract §11, as far as it can be checked without a browser. Pages are not counted. */
export const pages = section("§11 Pages", [
  {
    name: "/ is public: a CSP with nonces and without unsafe-inline or unsafe-eval for scripts, frame-ancestors 'none'",
    run: async ({ client }) => {
      const answer = await client.get("/");
      expectStatus(answer, 200);
      const policy = header(answer, "content-security-policy") ?? "";
      const scripts = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      const isStrict = scripts.includes("'nonce-") && !/unsafe-(inline|eval)/.test(scripts);
      expectThat("Content-Security-Policy", isStrict && policy.includes("frame-ancestors 'none'"), policy, "as said");
    },
  },
  {
    name: "Every page: X-Content-Type-Options: nosniff, Referrer-Policy, Permissions-Policy, HSTS under https, no X-Powered-By",
    run: async ({ client }) => {
      for (const path of ["/", "/docs", "/sign-in"]) {
        const answer = await client.get(path);
        expectStatus(answer, 200);
        expectSame(
          `X-Content-Type-Options of ${requestName(answer)}`,
          header(answer, "x-content-type-options"),
          "nosniff",
        );
        expectSame(`X-Powered-By of ${requestName(answer)}`, header(answer, "x-powered-by"), null);
        const names = ["Referrer-Policy", "Permissions-Policy"];
        if (client.origin.startsWith("https:")) names.push("Strict-Transport-Security");
        for (const name of names) {
          const value = header(answer, name);
          expectThat(`${name} of ${requestName(answer)}`, value !== null && value !== "", value, "a policy");
        }
      }
    },
  },
  {
    name: "/developers and /dashboard redirect to /sign-in without a session, and no data is in what is sent",
    run: async ({ client, lists }) => {
      const [someone] = lists.records("people");
      for (const path of ["/developers", "/dashboard"]) {
        const answer = await client.send(path, { by: "address" });
        expectThat(
          `status of ${requestName(answer)}`,
          [302, 303, 307, 308].includes(answer.status),
          answer.status,
          "a redirect",
        );
        const place = new URL(header(answer, "location") ?? "", client.origin);
        expectSame(`Location of ${requestName(answer)}`, place.origin + place.pathname, `${client.origin}/sign-in`);
        const isTold = someone !== undefined && responseText(answer).includes(String(someone["name"]));
        expectThat(`body of ${requestName(answer)}`, !isTold, "a person's name", "no data");
      }
    },
  },
]);
