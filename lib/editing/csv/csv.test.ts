import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { person } from "../../resources/people/schema.browser.ts";
import { production } from "../../resources/productions/schema.browser.ts";
import { show } from "../../resources/shows/schema.browser.ts";
import { theatre } from "../../resources/theatres/schema.browser.ts";
import { findWrittenDates, readSheet, type Sheet } from "./sheet.ts";
import { withoutControls } from "../../core/control-characters.browser.ts";
import { readCsvTable, readJsonTable } from "./table.ts";
import { sheetOfCsv, sheetOfJson } from "../../../test/read-sheet.ts";
import { toCsv, toJson } from "./cell.browser.ts";

const shape = z.strictObject({
  id: z.string(),
  text: z.string().nullable(),
  number: z.number().nullable(),
  note: z.string().nullable(),
});
// U+FFFD stands for a character that was lost: such rows are refused.
const text = fc.oneof(
  fc.string({ unit: "binary" }).map((any) => any.replaceAll("\uFFFD", "")),
  fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", " ", "\uFEFF", "1") }),
  fc.constant(null),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null));
const records = fc
  .array(fc.record({ text, number, note: text }), { minLength: 1, maxLength: 20 })
  .map((rows) => rows.map((row, index) => ({ id: `r${index}`, ...row, number: row.number === 0 ? 0 : row.number })));

const rowsOf = (sheet: Sheet) => sheet.rows.map(({ id, fields }) => ({ id, ...fields }));

describe("records as CSV", () => {
  test("read back unchanged, with any text that has no control characters", async () => {
    const clean = (one: string | null) => one && withoutControls(one);
    await fc.assert(
      fc.asyncProperty(records, async (given) => {
        const sheet = await sheetOfCsv(toCsv(shape, given), shape);
        expect(sheet.problems).toEqual([]);
        expect(rowsOf(sheet)).toEqual(given.map((row) => ({ ...row, text: clean(row.text), note: clean(row.note) })));
        expect(rowsOf(await sheetOfJson(toJson(shape, given), shape))).toEqual(given);
      }),
      { numRuns: 2_000 },
    );
  });

  test("begin no cell with a formula character, except numbers", () => {
    fc.assert(
      fc.property(text, (given) => {
        const csv = toCsv(z.strictObject({ text: z.string().nullable() }), [{ text: given }]);
        const [, cell = ""] = /^\uFEFFtext\r\n"?([^]*)$/.exec(csv) ?? [];
        if (given !== null) expect(cell).not.toMatch(/^[=+\-@\t]|^\r(?!\n$)/);
      }),
    );
    const csv = toCsv(theatre, [{ id: "barn", name: "=1+1", lat: 51.5, lng: -0.12 }]);
    expect(csv).toContain("\r\nbarn,'=1+1,,,51.5,-0.12,,\r\n");
  });
});

describe("a table", () => {
  test("may use semicolons or tabs, any line ends, and columns in any order and case", async () => {
    for (const separator of [",", ";", "\t"]) {
      for (const end of ["\r\n", "\n", "\r"]) {
        const given = [
          ["BIO", " Name ", "id"],
          [`"Two${end}lines; or, more"`, "Ada Quill", "ada"],
          ["", "Ben Oke", ""],
        ];
        const sheet = await sheetOfCsv(given.map((cells) => cells.join(separator)).join(end), person);
        expect(sheet).toEqual({
          rows: [
            { row: 2, id: "ada", fields: { bio: "Two\nlines; or, more", name: "Ada Quill" } },
            { row: 3, id: null, fields: { bio: null, name: "Ben Oke" } },
          ],
          problems: [],
        });
      }
    }
  });

  test("reports invalid cells by row and column, and returns the valid rows", async () => {
    const csv = [
      "id,name,lat,capacity,postcode",
      "a,The Barn,51.5,300,wc2h 0hr",
      "b,,north,1.5,nowhere",
      "c",
      "",
      ",,,,",
      "a,The Barn,,,",
    ].join("\n");

    const { rows, problems } = await sheetOfCsv(csv, theatre);

    expect(rows.map(({ row, id }) => `${row} ${id}`)).toEqual(["2 a"]);
    const cells = problems.map(({ row, column }) => `${row} ${column}`);
    expect(cells).toEqual(["4 null", "3 name", "3 lat", "3 capacity", "3 postcode", "7 id"]);
    expect(problems.find(({ column }) => column === "lat")?.message).toBe("must be a number, written like 51.5");
  });

  const [cats, rent, may] = ["Cats musical", "Rent play", "May comedy"].map((show) => {
    const [name, type] = show.split(" ");
    return { name, type };
  });
  const expected = "values, expected 4; a text with a line break needs quotes";
  const unquoted = [`2: has 3 ${expected}`, `3: has 2 ${expected}`];
  const unclosed = "has a quote that is not closed; all below it was taken for its text";
  test.each<[string, string, unknown[], string[]]>([
    ["Excel in Germany", "sep=;\r\nname;type\r\nCats, Live;Musical \r\n", [{ ...cats, name: "Cats, Live" }], []],
    ["Excel with a list separator", '\uFEFF"sep=|"\r\nname|type\r\nCats|MUSICAL\r\n', [cats], []],
    ["Excel’s Unicode text", "name\ttype\t\t\r\nCats\tmusical\t\t\r\n\t\t\t\r\n", [cats], []],
    [
      "Excel without empty cells",
      "name,type,image\r\nCats,musical\r\nRent,play,\r\n",
      [cats, { ...rent, image: null }],
      [],
    ],
    ["Numbers, with a table’s empty first rows", ";;\n\nname;type\nCats;musical\n;\n", [cats], []],
    ["Google Sheets", 'name,type\r\n"Cats ""Live"", again",musical', [{ ...cats, name: 'Cats "Live", again' }], []],
    ["LibreOffice, all quoted", '"name","type"\n"Cats","musical"\n"",""\n', [cats], []],
    ["PowerShell", '#TYPE System.PSCustomObject\r\n"name","type"\r\n"Cats","musical"\r\n', [cats], []],
    ["two systems, and the type last", "name,type\nCats,musical\r\nRent,play\rMay,comedy\n", [cats, rent, may], []],
    ["two systems, and a text last", 'name,type,bio\nCats,musical,"One\r\ntwo"\r\nMay,comedy,\r\n', [cats, may], []],
    ["cells of spaces, at the end", "name,type\nCats,musical, ,\u00a0\n  , \n", [cats], []],
    ["a footnote", "name,type\nCats,musical\nSource: me\n", [cats], ["3: has 1 value; expected 2"]],
    ["too many values", "name,type\nCats,musical,1981\nRent,play\n", [rent], ["2: has 3 values; expected 2"]],
    ["a break without quotes", "name,type,image,bio\nCats,musical,One\ntwo,\nRent,play\n", [rent], unquoted],
    ["an open quote", 'name,type\nRent,play\nCats,"musical\nMay,comedy\n', [rent], [`3: ${unclosed}`]],
    ["a choice that is none", "name,type\nCats,musicals\n", [], ["2: must be one of musical, play, comedy, drama"]],
    ["a day that is none", "name,booking_until\nCats,31/31/2026\n", [], ["2: must be a valid date, YYYY-MM-DD"]],
  ])("as %s", async (_writer, text, fields, problems) => {
    const sheet = await sheetOfCsv(text, show);

    expect(sheet.problems.map(({ row, message }) => `${row}: ${message}`)).toEqual(problems);
    expect(sheet.rows.map((row) => row.fields)).toEqual(fields);
  });

  test.each<[string, string[], (string | null)[], string | undefined]>([
    ["Britain, by a day above 12", ["01/02/2027,15/03/2027"], ["2027-02-01", "2027-03-15"], "day/month"],
    ["America, by a day above 12", ["1/2/2027,3/15/2027 0:00"], ["2027-01-02", "2027-03-15"], "month/day"],
    ["Germany, by another row", ["01.02.2027,", "31.12.2027,"], ["2027-02-01", null, "2027-12-31", null], "day/month"],
    ["Japan", ["2027/2/1,2027-03-15"], ["2027-02-01", "2027-03-15"], undefined],
    ["either, which does not matter", ["03/03/2027, 2027-04-05 "], ["2027-03-03", "2027-04-05"], undefined],
    ["either, which must be asked", ["01/02/2027,03/04/2027"], [], "null"],
    ["both, which contradict each other", ["15/03/2027,3/15/2027"], [], "null"],
  ])("with days as in %s", async (_country, lines, days, order) => {
    const text = ["show_id,opening_date,closing_date", ...lines.map((line) => `hamilton,${line}`)].join("\n");
    const table = readCsvTable(text, () => true);
    const { rows } = await readSheet(table, table.columns, production);

    expect(rows.flatMap(({ fields }) => [fields["opening_date"], fields["closing_date"]])).toEqual(days);
    const found = findWrittenDates(table, table.columns, production);
    expect(found ? String(found.order) : undefined).toBe(order);
  });

  test("with days of an order that was asked for", async () => {
    const table = readCsvTable("show_id,opening_date\nhamilton,01/02/2027\n", () => true);
    const { rows } = await readSheet(table, table.columns, production, "month/day");
    expect(rows[0]?.fields).toMatchObject({ opening_date: "2027-01-02" });
  });

  test.each(["constructor", "__proto__", "hasownproperty", "toString"])(
    "has a column %s, which every object answers to, only in the file",
    async (column) => {
      const csv = readCsvTable(`name,${column}\nAda,1\n`, () => false);
      const json = readJsonTable(`[{"name":"Ada","${column}":1}]`);

      expect(csv).toMatchObject({ columns: ["name", column], rows: [{ row: 2, cells: ["Ada", "1"] }] });
      expect(json).toMatchObject({ columns: ["name", column], rows: [{ row: 1, cells: ["Ada", 1] }] });
      for (const table of [csv, json])
        expect(rowsOf(await readSheet(table, ["name", column], person))).toEqual([{ id: null, name: "Ada" }]);
    },
  );

  test("refuses a row that lost a character, and says so", async () => {
    const { rows, problems } = await sheetOfCsv("name,bio\nSi\uFFFDn,\nAda,\n", person);

    expect(rows).toMatchObject([{ row: 3, fields: { name: "Ada" } }]);
    expect(problems).toMatchObject([{ row: 2, column: "name", message: expect.stringContaining("was lost") }]);
  });

  test("has details and sources as JSON, in a CSV file as its text", async () => {
    const cells = ['Ada,"{""aliases"":[]}",[]', "Ben,,", "Cy,[],{}", 'Di,"{",x', 'Em,"{""a"":""\uFFFD""}",'];
    const { rows, problems } = await sheetOfCsv(["name,details,sources", ...cells].join("\n"), person);

    expect(rows).toEqual([
      { row: 2, id: null, fields: { name: "Ada" }, parts: { details: { aliases: [] }, sources: [] } },
      { row: 3, id: null, fields: { name: "Ben" } },
    ]);
    expect(problems.map(({ row, column, message }) => `${row} ${column} ${message.slice(0, 20)}`)).toEqual([
      "4 details must be a JSON objec",
      "4 sources must be a JSON array",
      "5 details must be a JSON objec",
      "5 sources must be a JSON array",
      "6 details has \uFFFD in place of a ",
    ]);
    expect((await sheetOfJson('[{"details":null}]', person)).problems).toMatchObject([{ column: "details" }]);
  });

  test("as JSON is read by the same rules, also with a byte order mark", async () => {
    expect((await sheetOfJson('\uFEFF[{"name":"Ada"}]', person)).problems).toEqual([]);
    expect((await sheetOfJson("{", person)).problems).toEqual([{ row: 1, column: null, message: "is not JSON" }]);
    expect((await sheetOfJson("{}", person)).problems).toHaveLength(1);
    const sheet = await sheetOfJson('[{"name":"Ada"},{"id":"b","name":7},5]', person);
    expect(sheet.rows).toEqual([{ row: 1, id: null, fields: { name: "Ada" } }]);
    expect(sheet.problems.map(({ row, column }) => `${row} ${column}`)).toEqual(["3 null", "2 name"]);
  });
});
