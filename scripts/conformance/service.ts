import assert from "node:assert/strict";
import {
  bodyOf,
  check,
  expectHeader,
  expectStatus,
  isObject,
  ownServerCheck,
  same,
  section,
  staffCheck,
} from "./check.ts";
import { asStaff, get, header, nameOf, send, settings, textOf } from "./client.ts";
import { recordsOf, resources } from "./lists.ts";

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { responses: object }>>;
  components: { securitySchemes: Record<string, { scheme?: string; in?: string }> };
}

section("§8 Errors", () => {
  ownServerCheck("A header that is too large is 431, an unknown expectation 417, in JSON", async () => {
    assert(isObject(bodyOf(await get("/api/shows", { "X-Large": "a".repeat(20_000) }), 431)));
    assert(isObject(bodyOf(await get("/api/shows", { Expect: "miracles" }), 417)));
  });
});

section("§10 Documentation and health", () => {
  check("GET /openapi.json is valid OpenAPI 3.1, with the seven resources and the security schemes", async () => {
    const answer = await get("/api/openapi.json");
    const { openapi, paths, components } = bodyOf(answer) as Document;
    assert.match(openapi, /^3\.1\.\d+$/);
    // An independent implementation of OpenAPI.
    const { createConfig, lintFromString } = await import("@redocly/openapi-core");
    const config = await createConfig({ extends: ["minimal"] });
    const problems = await lintFromString({ source: textOf(answer), absoluteRef: "openapi.json", config });
    same(
      "what is wrong with it",
      problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      [],
    );
    for (const { path } of resources) {
      const methods = [paths[`/${path}`], paths[`/${path}/{id}`]].map((item) =>
        Object.keys(item ?? {})
          .sort()
          .join(),
      );
      same(`operations of ${path}`, methods, ["get,post", "delete,get,put"]);
    }
    assert("/health" in paths && "/health/ready" in paths, "the health paths");
    const schemes = Object.values(components.securitySchemes);
    same("security schemes", schemes.map((scheme) => scheme.scheme ?? scheme.in).sort(), ["bearer", "cookie"]);
  });

  staffCheck("Every read of the document, with a known id or none, has one of the statuses that it names", async () => {
    const { paths } = bodyOf(await get("/api/openapi.json")) as Document;
    for (const [path, { get: operation }] of Object.entries(paths)) {
      if (!operation) continue;
      const known = resources.find((resource) => path.startsWith(`/${resource.path}/{id}`));
      const id = known ? encodeURIComponent(recordsOf(known.path)[0].id) : "none";
      const answer = await asStaff("GET", path.slice(1).replace(/\{\w+\}/g, id));
      assert(String(answer.status) in operation.responses, `${nameOf(answer)} is ${answer.status}`);
    }
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
