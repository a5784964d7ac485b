import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, killedKinds } from "../../test/databases.ts";
import { developer, withKey } from "../../test/developer.ts";
import { removeBundle, startInstance, type Instance } from "../../test/processes.ts";
import { serveFrom } from "../../test/service.ts";
import { failedRequest, routeUsage, usageDay } from "./schema.browser.ts";

const secret = { NEXTAUTH_SECRET: "the same for both", NEXTAUTH_URL: "http://127.0.0.1" };

afterAll(removeBundle);

describe.each(killedKinds)("the requests of a key (%s)", (kind) => {
  test("that the owner has seen are still there after a kill, and every count of the limiter is", async () => {
    const testDatabase = await createTestDatabase(kind);
    onTestFinished(testDatabase.remove);
    const settings = { ...testDatabase.settings, ...secret };
    const before = await serveFrom(settings);
    const { cookie, makeKey } = await developer(before);
    const { id, key } = await makeKey();
    await before.close();
    const own = async ({ get }: Instance, path: string): Promise<unknown> =>
      (await get(`/api/keys/${id}/${path}`, { headers: { cookie } })).json();
    const failuresOf = async (instance: Instance) => failedRequest.array().parse(await own(instance, "requests"));
    const routesOf = async (instance: Instance) =>
      routeUsage.array().parse(await own(instance, "usage?days=1&by=route"));

    const start = async () => {
      const instance = await startInstance(settings);
      onTestFinished(instance.kill);
      return instance;
    };

    const killed = await start();
    for (const path of ["/api/shows", "/api/shows/no-such-show"]) await killed.get(path, withKey(key));
    const seen = { failures: await failuresOf(killed), routes: await routesOf(killed) };
    // Perhaps not written yet.
    await killed.get("/api/shows", withKey(key));
    await killed.kill();
    const next = await start();

    expect(seen.failures).toMatchObject([{ route: "/api/shows/{id}", status: 404 }]);
    expect(seen.routes).toMatchObject([
      { "2xx": 1, counted: 1 },
      { "4xx": 1, counted: 1 },
    ]);
    expect(await failuresOf(next)).toEqual(seen.failures);
    const counted = (await routesOf(next)).reduce((sum, route) => sum + route.counted, 0);
    expect([2, 3]).toContain(counted);
    expect(usageDay.array().parse(await own(next, "usage?days=1"))).toMatchObject([{ requests: 3 }]);
  });
});
