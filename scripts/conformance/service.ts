import assert from "node:assert/strict";
import { check, get, ownServerCheck, type Quota, quotaHeaders, same, section, send, settings } from "./client.ts";
import { recordsOf, resources } from "./deployment.ts";

type Schemes = Record<string, { scheme?: string; in?: string }>;
type Document = { openapi: string; paths: Record<string, object>; components: { securitySchemes: Schemes } };
const { CONFORMANCE_URL: origin } = settings;
const elsewhere = { Origin: "https://elsewhere.example" };
const reading = "get head options";
const preflight = (path: string, method: string) =>
  send(path, { method: "OPTIONS", headers: { ...elsewhere, "Access-Control-Request-Method": method } });

section("§2 Who is asking", () => {
  check("A key that is no key, another scheme or none: the same 401, counted on the address", async () => {
    const bodies = new Set<string>();
    for (const authorization of [`Bearer tl_live_${"0".repeat(49)}`, "Bearer nonsense", "Basic YTpi", ""]) {
      const answer = await send("/api/shows", { headers: { authorization }, by: "address" });
      answer.errorBody(401, "Invalid API key");
      answer.expectHeader("www-authenticate", "Bearer");
      same("figures of the 401", quotaHeaders(answer), quotaHeaders(await send("/api/quota", { by: "address" })));
      bodies.add(answer.text);
    }
    same("number of different answers", bodies.size, 1);
  });

  check("Writes, keys, accounts and activity need a session, also with an API key", async () => {
    const refused = { GET: ["keys", "accounts", "activity"], POST: ["shows", "keys", "changes"], PUT: ["shows/none"] };
    for (const [method, paths] of Object.entries({ ...refused, DELETE: ["shows/none"] }))
      for (const path of paths) {
        const json = { headers: { "content-type": "application/json" }, body: "{}" };
        const content = method === "POST" || method === "PUT" ? json : {};
        (await send(`/api/${path}`, { method, ...content })).errorBody(401, "Unauthorized");
      }
  });
});

section("§3 Limits", () => {
  check("GET /quota says what its headers do; a request counts and is in its own figures", async () => {
    const answer = await get("/api/quota");
    const { tier, limit, remaining, reset } = answer.body() as Quota;
    same("tier", tier, settings.CONFORMANCE_KEY === undefined ? "public" : "key");
    same("headers", quotaHeaders(answer), [limit, remaining, reset].map(String));
    // Others may spend from the same bucket meanwhile.
    const left = Number((await get("/api/roles/none")).header("X-RateLimit-Remaining"));
    assert(left < remaining, `${left} remaining after ${remaining}`);
  });
});

section("§9 Cross-origin", () => {
  check("Preflights are free and kept for a day; no other origin may write or read keys", async () => {
    const answer = await preflight("/api/shows", "GET");
    const allowed = answer.namesIn("access-control-allow-headers");
    same("preflight", [answer.status, allowed], [204, "authorization content-type if-none-match"]);
    answer.expectHeader("access-control-max-age", "86400");
    const names = (await preflight("/api/shows", "POST")).namesIn("access-control-allow-methods");
    same("methods of a preflight", [answer.namesIn("access-control-allow-methods"), names], [reading, reading]);
    const readable = "etag link retry-after x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-request-id";
    same("headers", (await get("/api/shows/none", elsewhere)).namesIn("access-control-expose-headers"), readable);
    const write = await send("/api/shows", { method: "POST", headers: elsewhere });
    for (const refused of [write, await get("/api/keys", elsewhere), await preflight("/api/keys", "POST")])
      refused.expectHeader("access-control-allow-origin", null);
  });
});

section("§8 Errors", () => {
  ownServerCheck("A header that is too large is 431, an unknown expectation 417, in JSON", async () => {
    (await get("/api/shows", { "X-Large": "a".repeat(20_000) })).errorBody(431);
    (await get("/api/shows", { Expect: "miracles" })).errorBody(417);
  });
});

section("§10 Documentation and health", () => {
  check("GET /openapi.json is OpenAPI 3.1, with the seven resources and the security schemes", async () => {
    const { openapi, paths, components } = (await get("/api/openapi.json")).body() as Document;
    assert.match(openapi, /^3\.1\.\d+$/);
    for (const { path } of resources) {
      const methods = [`/${path}`, `/${path}/{id}`].map((place) => Object.keys(paths[place] ?? {}).sort());
      same(`operations of ${path}`, methods.join("; "), "get,post; delete,get,put");
    }
    const schemes = Object.values(components.securitySchemes);
    same("security schemes", schemes.map((scheme) => scheme.scheme ?? scheme.in).sort(), ["bearer", "cookie"]);
  });

  check("GET /health and /health/ready: 200", async () => {
    for (const path of ["/api/health", "/api/health/ready"]) (await get(path)).expectStatus(200);
  });
});

section("§11 Pages", () => {
  check("Every page has a strict CSP with nonces, the other headers of §11, and HSTS under https", async () => {
    for (const path of ["/", "/docs", "/sign-in"]) {
      const page = await get(path);
      page.expectStatus(200);
      const policy = page.header("content-security-policy") ?? "";
      const scripts = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      assert(scripts.includes("'nonce-") && !/unsafe-(inline|eval)/.test(scripts), `script-src: ${scripts}`);
      assert.match(policy, /frame-ancestors 'none'/);
      page.expectHeader("x-content-type-options", "nosniff");
      page.expectHeader("x-powered-by", null);
      const secure = origin.startsWith("https:") ? ["Strict-Transport-Security"] : [];
      for (const name of ["Referrer-Policy", "Permissions-Policy", ...secure]) page.expectHeader(name, /./);
    }
  });

  check("/developers and /dashboard redirect to /sign-in without a session, and send no data", async () => {
    for (const path of ["/developers", "/dashboard"]) {
      const page = await send(path, { by: "address" });
      const place = new URL(page.header("location") ?? "", origin);
      same(page.name, [place.origin + place.pathname, page.status >= 300], [`${origin}/sign-in`, true]);
      assert(!page.text.includes(String(recordsOf("people")[0]["name"])), `data in ${page.name}`);
    }
  });
});
