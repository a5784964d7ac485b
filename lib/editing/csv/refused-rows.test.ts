import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readSheet } from "./sheet.ts";
import { filedCells, filedColumns, readCsvTable, readJsonTable, type Table } from "./table.ts";
import { csvText, refusedRowsCsv, toCsv } from "./cell.browser.ts";

const shape = z.strictObject({ text: z.string().nullable(), number: z.number().nullable() });
const mapping = ["text", "number"];
const csv = (text: string) => readCsvTable(text, () => true);
/** @param reasons of each refused row, by its number. */
const csvOfRefused = (table: Table, reasons: ReadonlyMap<number, readonly string[]>) => {
  const refused = table.rows.filter(({ row }) => reasons.has(row));
  const rows = refused.map((row) => ({ cells: filedCells(table, row), reasons: reasons.get(row.row) ?? [] }));
  return refusedRowsCsv(filedColumns(table), rows, table.separator);
};
const all = (table: Table) => new Map(table.rows.map(({ row }) => [row, ["must be corrected"]]));
const fieldsOf = async (table: Table) => (await readSheet(table, mapping, shape)).rows.map(({ fields }) => fields);

describe("the file of refused rows", () => {
  test("has the refused rows with the columns and the separator of the file, and their reasons", () => {
    const table = csv("Name;Odd\r\nAnn;1\r\nBen;2\r\nCid;3\r\n");

    expect(csvOfRefused(table, new Map([[3, ["name: is too long", "=1+1"]]]))).toBe(
      '\uFEFFName;Odd;problem\r\nBen;2;"name: is too long; =1+1"\r\n',
    );
  });

  test("replaces the reasons of an earlier file", () => {
    const table = csv("name,problem\r\nAnn,is too long\r\n");

    expect(csvOfRefused(table, new Map([[2, ["is too short"]]]))).toBe("\uFEFFname,problem\r\nAnn,is too short\r\n");
  });

  test("keeps values that have no column", () => {
    const table = csv("name\r\nAnn,2,3\r\nBen\r\n");

    expect(csvOfRefused(table, all(table))).toBe(
      "\uFEFFname,,,problem\r\nAnn,2,3,must be corrected\r\nBen,,,must be corrected\r\n",
    );
  });

  test("reads as the same values", async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", " ", "1", "e") }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (cells) => {
        const given = csv(csvText([["text", "number"], ...cells]));
        const again = csv(csvOfRefused(given, all(given)));

        expect(await fieldsOf(again)).toEqual(await fieldsOf(given));
        for (const { cells: refused } of again.rows) {
          for (const one of refused) expect(one).not.toMatch(/^[=@]|^[+\-\t\r](?!\s*[\d.+-])/);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("of a JSON file is CSV with the same values", async () => {
    const table = readJsonTable('[{"text":"=1+1","number":-1},{"text":"","number":null}]');
    const rows = [
      { text: "=1+1", number: -1 },
      { text: "", number: null },
    ];

    expect(await fieldsOf(csv(csvOfRefused(table, all(table))))).toEqual(rows);
  });

  test("a template has the columns and no rows", () => {
    expect(toCsv(shape, [])).toBe("\uFEFFtext,number\r\n");
  });
});
