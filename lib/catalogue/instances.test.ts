import { describe, expect, test } from "vitest";
import { useInstances, sharedStores } from "../../test/stores.ts";
import { isFullRun } from "../../test/fixture.ts";
import type { TestService } from "../../test/service.ts";
import { staffClient } from "../../test/signed-in.ts";
import { until } from "../../test/until.ts";

/** Set `RACES=2000` for a more thorough run. */
const rounds = Number(process.env["RACES"] ?? (isFullRun ? 100 : 30));
const settings = { PUBLIC_DAILY_LIMIT: "100000000", ACCOUNT_DAILY_LIMIT: "100000000" };

describe.each(isFullRun ? sharedStores : sharedStores.slice(0, 1))(
  "two instances on one database, counting in %s",
  (store) => {
    const instances = useInstances(store, () => ({ settings }));
    const read = async (service: TestService) => {
      const [record, list] = await Promise.all(
        ["/api/shows/hamilton", "/api/shows"].map(async (path) => (await service.get(path)).text()),
      );
      return [record, list].map((text) => /"Round \d+"/.exec(text ?? "")?.[0]);
    };

    test(
      `a write acknowledged by one is in the other's next list and record, ${rounds} times`,
      async () => {
        const staff = await Promise.all(instances.map((instance) => staffClient(instance)));
        for (let round = 0; round < rounds; round += 1) {
          const [writer, other] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
          // Starts advances before the write, which must not be taken for ones that contain it.
          const busy = Array.from({ length: round % 4 }, () => read(instances[other]));
          const { status } =
            (await staff[writer]?.send("PUT", "shows/hamilton", { description: `Round ${round}` })) ?? expect.fail();
          const found = await Promise.all([instances[other], instances[writer]].map(read));

          expect([status, ...found.flat()]).toEqual([200, ...Array<string>(4).fill(`"Round ${round}"`)]);
          await Promise.all(busy);
        }
      },
      60_000 + rounds * 1_000,
    );

    test("what one has changed it reads by itself, so that the first reader after an import need not wait", async () => {
      const [instance] = instances;
      await instance.get("/api/shows/hamilton");
      const { catalogue } = instance.infrastructure;

      await (await staffClient(instance)).send("PUT", "shows/hamilton", { description: "Read by itself" });

      await until(
        "the catalogue has it",
        () => catalogue.row("shows", "hamilton")?.record["description"] === "Read by itself",
      );
    });
  },
);
