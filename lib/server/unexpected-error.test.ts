import { expect, test, vi } from "vitest";
import type { Route } from "../http/route.ts";
import { log } from "../core/log.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { startService } from "../../test/service.ts";
import { recordFault } from "../../test/fault-recorder.ts";

/** A route whose handler has a defect. */
const broken: Route = {
  path: "/broken",
  isMetered: true,
  operations: {
    GET: {
      handle: () => {
        throw new TypeError("hunter2 is not a function");
      },
    },
  },
};

test("a defect in a handler causes a 500 without its message, is logged with the request id, and affects no other request", async () => {
  const seen = recordFault("an exception in a handler, and a question beside it");
  const service = await startService(fastestDatabase, { extraRoutes: [broken] });
  const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);

  const [failed, served] = await Promise.all([
    seen.see(() => service.get("/api/broken")),
    seen.see(() => service.get("/api/shows")),
  ]);

  expect([failed.status, served.status]).toEqual([500, 200]);
  expect(await failed.text()).not.toMatch(/hunter2|TypeError|\.ts/);
  const id = failed.headers.get("x-request-id");
  expect(errors.mock.calls.map(([given]) => (given as { request_id?: string }).request_id)).toEqual([id]);
  expect((await service.get("/api/shows")).status).toBe(200);
  await service.close();
  vi.restoreAllMocks();
});

test("a response with a line break in a header is not sent at all", async () => {
  const splitting: Route = {
    path: "/splitting",
    isMetered: true,
    operations: { GET: { handle: () => ({ body: null, headers: { Allow: "GET\r\nSet-Cookie: a=b" } }) } },
  };
  const service = await startService(fastestDatabase, { extraRoutes: [splitting] });
  const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);

  await expect(service.get("/api/splitting")).rejects.toThrow("fetch failed");

  expect(errors.mock.calls).toHaveLength(1);
  expect((await service.get("/api/shows")).status).toBe(200);
  await service.close();
  vi.restoreAllMocks();
});
