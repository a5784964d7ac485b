import { check, section } from "../check.ts";
import { get, header, requestName, responseText, send } from "../client.ts";
import { expectHeader, expectSame, expectStatus, expectThat } from "../expect.ts";
import { lists } from "../lists.ts";
import { settings } from "../settings.ts";

/** Contract §11, as far as it can be checked without a browser. Pages are not counted. */
section("§11 Pages", () => {
  check(
    "/ is public: a CSP with nonces and without unsafe-inline or unsafe-eval for scripts, frame-ancestors 'none'",
    async () => {
      const response = await get("/");
      expectStatus(response, 200);
      const policy = header(response, "content-security-policy") ?? "";
      const scripts = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      const isStrict = scripts.includes("'nonce-") && !/unsafe-(inline|eval)/.test(scripts);
      expectThat("Content-Security-Policy", isStrict && policy.includes("frame-ancestors 'none'"), policy, "as said");
    },
  );

  check(
    "Every page: X-Content-Type-Options: nosniff, Referrer-Policy, Permissions-Policy, HSTS under https, no X-Powered-By",
    async () => {
      for (const path of ["/", "/docs", "/sign-in"]) {
        const response = await get(path);
        expectStatus(response, 200);
        expectHeader(response, "x-content-type-options", "nosniff");
        expectHeader(response, "x-powered-by", null);
        const names = ["Referrer-Policy", "Permissions-Policy"];
        if (settings.origin.startsWith("https:")) names.push("Strict-Transport-Security");
        for (const name of names) expectHeader(response, name, /./);
      }
    },
  );

  check(
    "/developers and /dashboard redirect to /sign-in without a session, and no data is in what is sent",
    async () => {
      const [someone] = lists.records("people");
      for (const path of ["/developers", "/dashboard"]) {
        const response = await send(path, { by: "address" });
        expectThat(
          `status of ${requestName(response)}`,
          [302, 303, 307, 308].includes(response.status),
          response.status,
          "a redirect",
        );
        const place = new URL(header(response, "location") ?? "", settings.origin);
        expectSame(`Location of ${requestName(response)}`, place.origin + place.pathname, `${settings.origin}/sign-in`);
        const isTold = someone !== undefined && responseText(response).includes(String(someone["name"]));
        expectThat(`body of ${requestName(response)}`, !isTold, "a person's name", "no data");
      }
    },
  );
});
