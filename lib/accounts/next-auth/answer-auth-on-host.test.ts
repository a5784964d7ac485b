import { NextRequest } from "next/server";
import { afterAll, describe, expect, test } from "vitest";
import { GET, POST, PUT } from "../../../app/api/auth/[...nextauth]/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { processSingleton } from "../../core/process-singleton.ts";
import { DatabaseNotMigratedError } from "../../db/database.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { endlessBody } from "../../../test/endless-body.ts";
import { useService } from "../../../test/service.ts";

/** Where `lib/http/shared-infrastructure.ts` keeps the infrastructure of this process. */
const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));
const origin = "https://listings.example";

describe("next-auth's route under another host", () => {
  const service = useService(fastestDatabase, { settings: { NEXTAUTH_URL: origin } });
  afterAll(async () => {
    delete shared.opened;
  });

  function send(handler: typeof GET, path: string, init: ConstructorParameters<typeof NextRequest>[1] = {}) {
    shared.opened = Promise.resolve(service.infrastructure);
    const params = Promise.resolve({ nextauth: path.split("/") });
    return handler(new NextRequest(`${origin}/api/auth/${path}`, init), { params });
  }

  test.each([
    [GET, "nothing", {}, 404],
    [PUT, "session", { method: "PUT" }, 405],
    [GET, "callback/passkey", {}, 405],
    [POST, "callback/passkey", { method: "POST", headers: { origin: "https://elsewhere.example" } }, 403],
    [POST, "signin/github", { method: "POST" }, 404],
    [POST, "signout", { method: "POST", headers: { origin: "https://elsewhere.example" } }, 403],
    [POST, "signout", { method: "POST", headers: { "content-length": "65537" } }, 413],
  ])("refuses what our own server refuses, with its headers (%#)", async (handler, path, init, status) => {
    const answer = await send(handler, path, init);

    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w.-]{8,128}$/);
  });

  test("reads a body up to its limit and no further", async () => {
    const body = endlessBody();
    const answer = await send(POST, "callback/credentials", { method: "POST", body: body.stream, duplex: "half" });

    expect(answer.status).toBe(413);
    await body.cancelled;
    expect(body.taken()).toBeLessThan(70 * 1024);
  });

  test("says what to do while the database is not prepared", async () => {
    const params = Promise.resolve({ nextauth: ["csrf"] });
    shared.opened = Promise.reject(new DatabaseNotMigratedError("secret-host:5432/theatre", 3));
    const answer = await GET(new NextRequest(`${origin}/api/auth/csrf`), { params });

    const text = await answer.text();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(text).toContain("npm run db:migrate");
    expect(text).not.toContain("secret-host");
  });
});
