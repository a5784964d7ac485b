import { describe, expect, test } from "vitest";
import { useDatabase } from "../../../test/databases.ts";
import type { Database } from "../database.ts";

describe("a statement that was run before", () => {
  const database = useDatabase("embedded");

  test("returns its own rows, however many others were run since", async () => {
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    for (const round of [1, 2])
      for (const n of numbers)
        expect(await database.query(`SELECT ${n} + $1::int AS sum`, [round])).toEqual([{ sum: n + round }]);
  });

  test("works after a rolled back transaction that ran it first, and after its own failure", async () => {
    const ask = (transaction: Pick<Database["prisma"], "$queryRawUnsafe">, n: number) =>
      transaction.$queryRawUnsafe("SELECT 6 / $1::int AS sixth", n);

    await expect(
      database.prisma.$transaction(async (transaction) => {
        expect(await ask(transaction, 3)).toEqual([{ sixth: 2 }]);
        await ask(transaction, 0);
      }),
    ).rejects.toThrow("division by zero");

    expect(await ask(database.prisma, 2)).toEqual([{ sixth: 3 }]);
  });

  test("returns the columns of a table that a script has changed since", async () => {
    await database.runScript("CREATE TABLE places AS SELECT 1 AS row");
    expect(await database.query("SELECT * FROM places", [])).toEqual([{ row: 1 }]);

    await database.runScript("ALTER TABLE places ADD COLUMN seat int");

    expect(await database.query("SELECT * FROM places", [])).toEqual([{ row: 1, seat: null }]);
  });

  test("takes and returns values of each type that Prisma sends", async () => {
    const at = new Date("2026-11-25T19:00:00.123Z");
    for (const turn of [1, 2]) {
      const [row] = await database.prisma.$queryRaw<object[]>`
        SELECT ${at}::timestamptz AS at, ${["a,b", 'c"d', ""]}::text[] AS texts, ${2n ** 40n}::bigint AS big,
          ${null}::text AS nothing, ${true}::boolean AS yes, ${Buffer.from([0, 255])}::bytea AS bytes, ${turn}::int AS turn`;
      expect(row).toEqual({
        at,
        texts: ["a,b", 'c"d', ""],
        big: 2n ** 40n,
        nothing: null,
        yes: true,
        bytes: new Uint8Array([0, 255]),
        turn,
      });
    }
  });
});
