import { expect, test } from "vitest";
import { ComputedReads } from "../core/computed-reads.ts";
import "../resources/resources.ts";
import { fastestDatabase, useDatabase } from "../../test/databases.ts";
import { heldBytes } from "../../test/until.ts";
import { Catalogue } from "./catalogue.ts";
import { DerivedValues } from "./derived.ts";

const database = useDatabase(fastestDatabase);

test("40,000 different values use bounded memory", { tags: ["full"] }, async () => {
  const catalogue = new Catalogue(database);
  await catalogue.reach(1);
  const derived = new DerivedValues(catalogue, new ComputedReads(), () => Date.parse("2026-06-01T12:00:00Z"));
  const ask = (from: number, to: number) => {
    for (let asked = from; asked < to; asked += 1)
      derived.get(
        `text ${asked}`,
        (read) => {
          read.where("cast-members", "person_id", `unknown-${asked}`);
          return Buffer.alloc(8_000, asked);
        },
        ({ length }) => length,
      );
  };
  ask(0, 20_000);
  const before = await heldBytes();

  ask(20_000, 60_000);

  expect((await heldBytes()) - before).toBeLessThan(16 * 1024 * 1024);
});
