import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resources } from "../../resources/resources.ts";
import { impersonalTables, retainedData } from "./retained-data.ts";

const models = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{\n([^]*?)\n\}/gm)].map(
  ([, body = ""]) => ({
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "",
    columns: [...body.matchAll(/^ {2}(\w+)\s/gm)].map(([, name = ""]) => name),
  }),
);
const described = new Set(retainedData.flatMap(({ tables }) => tables));

test("every table of the database is described on /privacy, or listed as one without people", () => {
  const tables = models.map(({ table }) => table);
  const listings = resources.map(({ path }) => path.replaceAll("-", "_"));

  expect(tables.length).toBeGreaterThan(20);
  expect([...described, ...impersonalTables, ...listings].toSorted()).toEqual(tables.toSorted());
});

test("a table that names an account, an address or a browser is described on /privacy", () => {
  const personal = /^(account|key)_id$|_by$|email|user_agent|^subject$|password/;
  const naming = models.filter(({ columns }) => columns.some((name) => personal.test(name)));

  expect(naming.length).toBeGreaterThan(10);
  expect(naming.map(({ table }) => table).filter((table) => !described.has(table))).toEqual([]);
});
