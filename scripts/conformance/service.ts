import assert from "node:assert/strict";
import {
  bodyOf,
  check,
  errorOf,
  expectHeader,
  expectStatus,
  isObject,
  namesIn,
  ownServerCheck,
  type Quota,
  quotaHeaders,
  readQuota,
  same,
  section,
} from "./check.ts";
import { get, header, nameOf, send, settings, tagOf, textOf } from "./client.ts";
import { answerOf, recordsOf, resources } from "./records.ts";

interface Document {
  openapi: string;
  paths: Record<string, object>;
  components: { securitySchemes: Record<string, { scheme?: string; in?: string }> };
}

section("§2 Who is asking", () => {
  check("A key that is no key, another scheme or none: the same 401, counted on the address", async () => {
    const bodies = new Set<string>();
    for (const authorization of [`Bearer tl_live_${"0".repeat(49)}`, "Bearer nonsense", "Basic YTpi", ""]) {
      const answer = await send("/api/shows", { headers: { authorization }, by: "address" });
      errorOf(answer, 401, "Invalid API key");
      expectHeader(answer, "www-authenticate", "Bearer");
      const { limit, remaining, reset } = await readQuota("address");
      same("figures of the 401", quotaHeaders(answer), [limit, remaining, reset].map(String));
      bodies.add(textOf(answer));
    }
    same("number of different answers", bodies.size, 1);
  });

  check("Writes, keys, accounts and activity need a session, also with an API key", async () => {
    const headers = { "content-type": "application/json" };
    for (const [method, path] of [
      ["POST", "/api/shows"],
      ["PUT", "/api/shows/no-record-has-this-id"],
      ["DELETE", "/api/shows/no-record-has-this-id"],
      ["POST", "/api/keys"],
      ["POST", "/api/changes"],
      ["GET", "/api/keys"],
      ["GET", "/api/accounts"],
      ["GET", "/api/activity"],
    ] as const) {
      const hasBody = method === "POST" || method === "PUT";
      errorOf(await send(path, { method, headers, body: hasBody ? "{}" : null }), 401, "Unauthorized");
    }
  });
});

section("§3 Limits", () => {
  check("GET /quota is free, and says what its headers do; another request counts once", async () => {
    // Others may spend from the same bucket meanwhile.
    for (let left = 3; ; left -= 1) {
      try {
        const answer = await get("/api/quota");
        const { tier, limit, remaining, reset } = bodyOf(answer) as Quota;
        same("tier", tier, settings.key === undefined ? "public" : "key");
        same("headers", quotaHeaders(answer), [limit, remaining, reset].map(String));
        same("remaining, read again", (await readQuota()).remaining, remaining);
        expectHeader(await get("/api/roles/none"), "X-RateLimit-Remaining", String(remaining - 1));
        same("remaining after it", (await readQuota()).remaining, remaining - 1);
        return;
      } catch (error) {
        if (left === 1) throw error;
      }
    }
  });
});

section("§9 Cross-origin", () => {
  const origin = { Origin: "https://elsewhere.example" };
  const preflight = (path: string, method: string) =>
    send(path, { method: "OPTIONS", headers: { ...origin, "Access-Control-Request-Method": method } });

  check("Preflights are free and kept for a day; no other origin may write or read keys", async () => {
    const { remaining } = await readQuota();
    const answer = await preflight("/api/shows", "GET");
    expectHeader(answer, "X-RateLimit-Remaining", String(remaining));
    const allowed = namesIn(answer, "access-control-allow-headers");
    same("preflight", [answer.status, allowed], [204, "authorization content-type if-none-match"]);
    expectHeader(answer, "access-control-max-age", "86400");
    for (const method of ["GET", "POST"]) {
      const names = namesIn(await preflight("/api/shows", method), "access-control-allow-methods");
      same(`methods of the preflight of ${method}`, names, "get head options");
    }
    same(
      "readable headers",
      namesIn(await get("/api/shows/none", origin), "access-control-expose-headers"),
      "etag link retry-after x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-request-id",
    );
    for (const refused of [
      await send("/api/shows", { method: "POST", headers: origin }),
      await get("/api/keys", origin),
      await preflight("/api/keys", "POST"),
    ])
      expectHeader(refused, "access-control-allow-origin", null);
  });
});

section("§8 Errors", () => {
  ownServerCheck("A header that is too large is 431, an unknown expectation 417, in JSON", async () => {
    assert(isObject(bodyOf(await get("/api/shows", { "X-Large": "a".repeat(20_000) }), 431)));
    assert(isObject(bodyOf(await get("/api/shows", { Expect: "miracles" }), 417)));
  });
});

section("§10 Documentation and health", () => {
  check("GET /openapi.json is OpenAPI 3.1, with the seven resources and the security schemes", async () => {
    const { openapi, paths, components } = bodyOf(await get("/api/openapi.json")) as Document;
    assert.match(openapi, /^3\.1\.\d+$/);
    for (const { path } of resources) {
      const methods = [`/${path}`, `/${path}/{id}`].map((place) => Object.keys(paths[place] ?? {}).sort());
      same(`operations of ${path}`, methods, [
        ["get", "post"],
        ["delete", "get", "put"],
      ]);
    }
    const schemes = Object.values(components.securitySchemes);
    same("security schemes", schemes.map((scheme) => scheme.scheme ?? scheme.in).sort(), ["bearer", "cookie"]);
  });

  check("GET /health and /health/ready: 200", async () => {
    for (const path of ["/api/health", "/api/health/ready"]) expectStatus(await get(path), 200);
  });
});

section("§11 Pages", () => {
  check("Every page has a strict CSP with nonces, the other headers of §11, and HSTS under https", async () => {
    for (const path of ["/", "/docs", "/sign-in"]) {
      const page = await get(path);
      expectStatus(page, 200);
      const policy = header(page, "content-security-policy") ?? "";
      const scripts = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      assert(scripts.includes("'nonce-") && !/unsafe-(inline|eval)/.test(scripts), `script-src: ${scripts}`);
      assert.match(policy, /frame-ancestors 'none'/);
      expectHeader(page, "x-content-type-options", "nosniff");
      expectHeader(page, "x-powered-by", null);
      const secure = settings.origin.startsWith("https:") ? ["Strict-Transport-Security"] : [];
      for (const name of ["Referrer-Policy", "Permissions-Policy", ...secure]) expectHeader(page, name, /./);
    }
  });

  check("/developers and /dashboard redirect to /sign-in without a session, and send no data", async () => {
    for (const path of ["/developers", "/dashboard"]) {
      const page = await send(path, { by: "address" });
      const place = new URL(header(page, "location") ?? "", settings.origin);
      same(nameOf(page), [place.origin + place.pathname, page.status >= 300], [`${settings.origin}/sign-in`, true]);
      assert(!textOf(page).includes(String(recordsOf("people")[0]["name"])), `data in ${nameOf(page)}`);
    }
  });
});

/** Spends all remaining requests of the day; in the last section. */
export async function exhaust(): Promise<void> {
  const { remaining, limit, reset } = await readQuota();
  const requests = Array.from({ length: remaining + 3 }, () => get("/api/shows/no-record-has-this-id"));
  const found = await Promise.all(requests);
  same("requests admitted", found.filter(({ status }) => status === 404).length, remaining);
  for (const answer of found.filter(({ status }) => status !== 404)) {
    const { error, message, ...members } = bodyOf(answer, 429) as Record<string, unknown>;
    same("429", [error, members], ["Rate limit exceeded", { limit, reset }]);
    if (settings.key === undefined) assert.match(String(message), new RegExp(`public limit.*${limit}.*API key`));
    const wait = reset - Date.parse(header(answer, "date") ?? "") / 1000;
    const retryAfter = Number(header(answer, "retry-after"));
    assert(Math.abs(retryAfter - wait) <= 1 && retryAfter >= 1, `Retry-After: ${retryAfter}, expected ${wait}`);
    expectHeader(answer, "x-ratelimit-remaining", "0");
  }
  expectStatus(await get("/api/shows", { "If-None-Match": tagOf(answerOf("shows")) }), 304);
  same("remaining", (await readQuota()).remaining, 0);
}
