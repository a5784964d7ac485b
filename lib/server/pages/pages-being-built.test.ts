import { afterEach, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { startService, type TestService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";
import type { NextHandler } from "../rendered-page.ts";
import { servePagesWhenBuilt } from "./pages-being-built.ts";

let service: TestService;
afterEach(() => service.close());

const next: NextHandler = async ({ url }, nodeResponse) => {
  nodeResponse.end(`Next's answer to ${url}`);
};

/** A service whose build is finished by the test. */
async function whileBuilding(longestWait?: number) {
  let finish: (handler: NextHandler) => void = () => undefined;
  const built = new Promise<NextHandler>((resolve) => (finish = resolve));
  service = await startService(fastestDatabase, { nextHandler: servePagesWhenBuilt(built, longestWait) });
  return () => finish(next);
}

test.each(["/", "/docs", "/dashboard/shows?q=a", "/no-such-page"])(
  "while the pages are built, %s says so with 503, and the browser reloads it",
  async (path) => {
    await whileBuilding();

    const answer = await service.get(path);

    expect(answer.status).toBe(503);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "3",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    const page = await answer.text();
    expect(page).toContain("<h1");
    expect(page).toContain("The pages are being built");
    expect(page).toContain('<meta http-equiv="refresh" content="3">');
  },
);

test("while the pages are built, the API answers", async () => {
  await whileBuilding();

  expect((await service.get("/api/shows")).status).toBe(200);
  expect((await service.get("/api/health/ready")).status).toBe(200);
});

test("once the pages are built, the same address shows the page", async () => {
  const finish = await whileBuilding();
  await (await service.get("/docs")).text();

  finish();

  expect(await (await service.get("/docs")).text()).toBe("Next's answer to /docs");
});

test.each(["/api/auth/csrf", "/_next/static/chunks/a.js"])("%s waits for the build", async (path) => {
  const finish = await whileBuilding();
  let isAnswered = false;
  const answer = service.get(path).then((one) => {
    isAnswered = true;
    return one;
  });
  await until("the service has the request", async () => (await service.connections()) > 0);
  await (await service.get("/docs")).text();
  expect(isAnswered).toBe(false);

  finish();

  expect(await (await answer).text()).toBe(`Next's answer to ${path}`);
});

test.each(["/api/auth/csrf", "/_next/static/chunks/a.js"])(
  "%s is answered 503 where the build takes too long",
  async (path) => {
    await whileBuilding(1);

    const answer = await service.get(path);

    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await answer.text()).toContain("The pages are being built");
  },
);
