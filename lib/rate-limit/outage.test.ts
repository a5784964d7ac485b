import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { log } from "../core/log.ts";
import { createKey } from "../keys/queries.ts";
import { servedRoutes } from "../routes.ts";
import { captureLimitLogs } from "../../test/captured-logs.ts";
import { startBehindProxy, expectSurvives } from "../../test/outage.ts";
import { freshAddress, fromAddress } from "../../test/quota-helpers.ts";
import { signedIn } from "../../test/signed-in.ts";
import { stores } from "../../test/stores.ts";
import { recordFault } from "../../test/fault-recorder.ts";

/** The bodies of the OpenAPI document's examples. */
const content = z.record(z.string(), z.object({ example: z.unknown() })).default({});
const described = z.object({ requestBody: z.object({ content }).default({ content: {} }) });
const examples = z.object({ paths: z.record(z.string(), z.record(z.string(), described)) });

const keyOrder = { email: "ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };

/** One fault of each kind: unreachable, silent, and invalid. `store-faults.test.ts` has the others. */
describe.skipIf(!stores.includes("upstash"))("while Upstash", () => {
  test("refuses connections, the service continues and recovers", async () => {
    await expectSurvives(
      await startBehindProxy("upstash"),
      "refuse",
      recordFault("Redis (Upstash) refuses connections"),
    );
  });

  test("speaks no HTTP, the service continues and recovers", async () => {
    const fault = { answer: "ERROR\r\n" };
    await expectSurvives(await startBehindProxy("upstash"), fault, recordFault("Redis (Upstash) speaks no HTTP"));
  });
});

describe.skipIf(!stores.includes("server"))("while PostgreSQL", () => {
  test("hangs, the service continues and recovers", async () => {
    await expectSurvives(await startBehindProxy("server"), "hang", recordFault("PostgreSQL hangs"));
  });

  test("refuses connections, no operation is a 500: what is not in memory is 503 with Retry-After", async () => {
    const { proxy, service } = await startBehindProxy("server");
    captureLimitLogs();
    vi.spyOn(log, "error").mockReturnValue();
    const document = examples.parse(await (await service.get("/api/openapi.json")).json());
    const administrator = await signedIn(service, "admin");
    expect((await service.get("/api/accounts", { headers: { cookie: administrator } })).status).toBe(200);
    await proxy.set("refuse");

    const statuses: Record<string, number[]> = {};
    for (const { root = "api", path, operations } of servedRoutes)
      for (const method of Object.keys(operations)) {
        const what = `${method} /${root}${path}`;
        const content = document.paths[path]?.[method.toLowerCase()]?.requestBody.content ?? {};
        const [[type, example] = ["application/json", {}]] = Object.entries(content);
        const body = /^(GET|DELETE)$/.test(method) ? undefined : JSON.stringify(example.example ?? {});
        for (const cookie of ["", administrator]) {
          const headers = { cookie, "content-type": type, ...fromAddress(freshAddress()).headers };
          const answer = await service.get(what.split(" ")[1]?.replace(/\{\w+\}/g, "hamilton") ?? "", {
            ...{ method, headers, body },
          });
          await answer.arrayBuffer();
          // It says what can't be reached.
          if (path === "/health/ready") continue;
          expect(answer.status === 503 ? answer.headers.has("retry-after") : answer.status < 500, what).toBe(true);
          (statuses[what] ??= []).push(answer.status);
        }
      }
    expect(statuses).toMatchObject({
      "GET /api/shows": [200, 200],
      "POST /api/shows": [401, 503],
      "GET /api/accounts": [401, 503],
      "GET /api/suggestions/{id}": [503, 503],
      "POST /api/suggestions": [503, 503],
    });
    const body = new URLSearchParams({ resource: "shows", id: "hamilton", note: "It moved." });
    const headers = { Referer: "http://localhost/suggest?resource=shows&id=hamilton" };
    const sent = await service.get("/api/suggestions", { method: "POST", headers, body, redirect: "manual" });
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      "/suggest?refused=later&resource=shows&id=hamilton&field=",
    ]);
  });
});

describe.skipIf(!stores.includes("upstash"))("while Upstash can't be reached and the database can", () => {
  test("a change of the data and a revoked key are seen at once", async () => {
    const { proxy, service, other } = await startBehindProxy("upstash");
    captureLimitLogs();
    const { database } = other.infrastructure;
    const { id, secret } = await createKey(database.prisma, keyOrder);
    const withKey = () => service.get("/api/shows", fromAddress(freshAddress(), { Authorization: `Bearer ${secret}` }));
    await proxy.set("refuse");
    expect((await withKey()).status).toBe(200);

    await database.query("UPDATE shows SET name = 'A name of today' WHERE id = (SELECT min(id) FROM shows)", []);
    expect(await (await withKey()).text()).toContain("A name of today");
    await database.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
    expect((await withKey()).status).toBe(401);
  });
});
