import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyHome } from "../testing/homes.ts";
import { startService, type Service } from "../testing/service.ts";

/** What a page answers where these tests run: next-auth itself is asked in lib/auth. */
const handedOver = [200, "a page"];

describe("below /api/auth", () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService(anyHome, {
      settings: { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "ours", OIDC_CLIENT_SECRET: "a secret" },
    });
  });
  afterAll(() => service.close());

  test.each([
    ["GET", "csrf"],
    ["GET", "session"],
    ["GET", "providers"],
    ["GET", "error?error=AccessDenied"],
    ["GET", "verify-request"],
    ["GET", "signin"],
    ["GET", "signin?callbackUrl=/developers%23keys"],
    ["GET", "signin?callbackUrl=https://elsewhere.example/"],
    ["GET", "signin?callbackUrl="],
    ["POST", "signin/oidc"],
    ["POST", "signin/credentials"],
    ["GET", "signout"],
    ["POST", "signout"],
    ["POST", "callback/credentials"],
    ["GET", "callback/oidc?code=1&state=2"],
  ])("%s %s is next-auth's", async (method, path) => {
    const answer = await service.get(`/api/auth/${path}`, { method });

    expect([answer.status, await answer.text()]).toEqual(handedOver);
  });

  test("HEAD is answered as GET is, without the body", async () => {
    const answer = await service.get("/api/auth/csrf", { method: "HEAD" });

    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "6", ""]);
  });

  test.each([
    ["GET", "nothing"],
    ["POST", "_log"],
    ["GET", "constructor"],
    ["GET", "session/oidc"],
    ["GET", "signin/nobody"],
    ["POST", "signin/github"],
    ["GET", "callback"],
    ["GET", "callback/nobody"],
    ["GET", "callback/oidc/more"],
  ])("%s %s is not there, and that is said in JSON", async (method, path) => {
    const answer = await service.get(`/api/auth/${path}`, { method });

    expect([answer.status, await answer.json()]).toEqual([404, { error: "Not found" }]);
  });

  test.each([
    ["POST", "session", "GET, HEAD"],
    ["PUT", "signout", "GET, HEAD, POST"],
    ["DELETE", "session", "GET, HEAD"],
    ["GET", "callback/credentials", "POST"],
    ["POST", "callback/oidc", "GET"],
    // It would use the code up.
    ["HEAD", "callback/oidc", "GET"],
  ])("%s %s is not offered: what is, says Allow", async (method, path, allow) => {
    const answer = await service.get(`/api/auth/${path}`, { method });

    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  test.each(["http://[", "javascript:alert(1)", "developers", "%00", "/developers&callbackUrl=mailto:a@b.example"])(
    "a way back that is none (%s) is refused",
    async (way) => {
      const answer = await service.get(`/api/auth/signin?callbackUrl=${way}`);

      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          error: "Invalid request",
          message: "Wrong: callbackUrl.",
          issues: [{ path: "callbackUrl", message: "must be a path that begins with /, or an http or https address" }],
        },
      ]);
    },
  );
});
