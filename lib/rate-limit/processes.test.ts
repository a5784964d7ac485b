import { afterAll, expect, inject, onTestFinished } from "vitest";
import { createTestDatabase } from "../../test/databases.ts";
import { oneOfEach } from "../../test/fixture.ts";
import { removeBundle, startBridgeProcess, startInstance, type Instance } from "../../test/processes.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { sharedStores, type StoreName } from "../../test/stores.ts";

afterAll(removeBundle);

async function start(store: StoreName): Promise<[Instance, Instance]> {
  const database = await createTestDatabase("server");
  onTestFinished(() => database.remove());
  const upstash = store === "upstash" ? await startBridgeProcess(inject("redisPort") ?? expect.fail()) : null;
  if (upstash) onTestFinished(upstash.close);
  const settings = { ...behindProxy, ...database.settings, ...upstash?.settings };
  const instances = await Promise.all([startInstance(settings), startInstance(settings)]);
  for (const instance of instances) onTestFinished(() => instance.kill());
  return instances;
}

oneOfEach(sharedStores)(
  "two processes that count in %s admit together exactly the limit, and one that is killed leaves exactly the rest to the other",
  async (store) => {
    const [one, other] = await start(store);
    const address = freshAddress();
    const ask = (instance: Instance) => instance.get("/api/shows", fromAddress(address));
    const reset = async () => quotaOf(await other.get("/api/quota", fromAddress(address))).reset;
    // The processes have the real clock: on a day that ends meanwhile there is nothing to see.
    const day = await reset();

    const together = await burst(60, (index) => ask(index % 2 ? one : other));
    await one.kill();
    const rest = await burst(60, () => ask(other));

    if ((await reset()) !== day) return;
    expect(together).toEqual({ statuses: { 200: 60 }, remaining: countdown(99, 60) });
    expect(rest).toEqual({ statuses: { 200: 40, 429: 20 }, remaining: countdown(39, 40) });
    expect([one, other].flatMap(({ log }) => log)).toEqual([]);
  },
);
