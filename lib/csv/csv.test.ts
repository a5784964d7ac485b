import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { castMember } from "../resources/cast-members/schema.ts";
import { person } from "../resources/people/schema.ts";
import { resources } from "../resources/resources.ts";
import { fastestDatabase } from "../testing/databases.ts";
import { startService, type TestService } from "../testing/service.ts";
import { staffClient, type StaffClient } from "../testing/staff-client.ts";
import { theatre } from "../resources/theatres/schema.ts";
import { toChanges } from "./to-changes.ts";
import { readCsv, readJsonRecords } from "./read.ts";
import { toCsv, toJson } from "./write.ts";

const shape = z.strictObject({
  id: z.string(),
  text: z.string().nullable(),
  number: z.number().nullable(),
  note: z.string().nullable(),
});
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", " ", "\uFEFF", "1") }),
  fc.constant(null),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null));
const records = fc
  .array(fc.record({ text, number, note: text }), { minLength: 1, maxLength: 20 })
  .map((rows) => rows.map((row, index) => ({ id: `r${index}`, ...row, number: row.number === 0 ? 0 : row.number })));

const rowsOf = (sheet: ReturnType<typeof readCsv>) => sheet.rows.map(({ id, fields }) => ({ id, ...fields }));

describe("records as CSV", () => {
  test("read back unchanged, with any text", () => {
    fc.assert(
      fc.property(records, (given) => {
        const sheet = readCsv(toCsv(shape, given), shape);
        expect(sheet.problems).toEqual([]);
        expect(rowsOf(sheet)).toEqual(given);
        expect(rowsOf(readJsonRecords(toJson(shape, given), shape))).toEqual(given);
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
    expect(csv).toBe(
      "\uFEFFid,name,address,postcode,lat,lng,capacity,current_show_id\r\nbarn,'=1+1,,,51.5,-0.12,,\r\n",
    );
  });
});

describe("a table", () => {
  test("may use semicolons or tabs, any line ends, and columns in any order and case", () => {
    for (const separator of [",", ";", "\t"]) {
      for (const end of ["\r\n", "\n", "\r"]) {
        const given = [
          ["BIO", " Name ", "id"],
          [`"Two${end}lines; or, more"`, "Ada Quill", "ada"],
          ["", "Ben Oke", ""],
        ];
        const sheet = readCsv(given.map((cells) => cells.join(separator)).join(end), person);
        expect(sheet).toEqual({
          rows: [
            { row: 2, id: "ada", fields: { bio: `Two${end}lines; or, more`, name: "Ada Quill" } },
            { row: 3, id: null, fields: { bio: null, name: "Ben Oke" } },
          ],
          problems: [],
        });
      }
    }
  });

  test("without column names is refused with the reason", () => {
    const { rows, problems } = readCsv("ada,Ada Quill\n", person);
    expect([rows, problems]).toEqual([
      [],
      [{ row: 1, column: null, message: "The first row must contain column names: id, name, bio, image." }],
    ]);
    for (const nothing of ["", "\uFEFF", "\r\n\r\n"]) expect(readCsv(nothing, person).problems).toHaveLength(1);
  });

  test("reports invalid cells by row and column, and returns the valid rows", () => {
    const csv = [
      "id,name,lat,capacity,postcode,owner,name",
      "a,The Barn,51.5,300,wc2h 0hr,Ada,The Barn",
      "b,,north,1.5,nowhere,,",
      "c,The Shed",
      "",
      ",,,,,,",
      "a,The Barn,,,,,The Barn",
    ].join("\n");

    const { rows, problems } = readCsv(csv, theatre);

    expect(rows.map(({ row, id }) => [row, id])).toEqual([[2, "a"]]);
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [1, "owner"],
      [1, "name"],
      [4, null],
      [3, "name"],
      [3, "lat"],
      [3, "capacity"],
      [3, "postcode"],
      [7, "id"],
    ]);
    expect(problems.find(({ column }) => column === "lat")?.message).toBe("must be a number, written like 51.5");
  });

  test("with a number whose least value is above one has it as a number", () => {
    const dated = z.strictObject({ id: z.string(), year: z.int().min(1900).nullable() });

    expect(readCsv("year\n2018\n", dated).rows).toMatchObject([{ fields: { year: 2018 } }]);
  });

  test("with a day that is none, a type that is none or an open quote says so", () => {
    const productions = resources.find(({ path }) => path === "productions");
    const dated = readCsv("show_id,opening_date\nhamilton,31/12/2026\n", productions?.record ?? shape);
    expect(dated.problems).toEqual([{ row: 2, column: "opening_date", message: "must be a valid date, YYYY-MM-DD" }]);
    expect(readCsv("role_type,billing_order\nlead,1\n", castMember).problems).toMatchObject([{ column: "role_type" }]);
    expect(readCsv('name,bio\nAda,"open\n', person).problems).not.toEqual([]);
  });

  test.each(["constructor", "__proto__", "hasownproperty", "toString"])(
    "with a column %s, which every object answers to, is told that there is none",
    (column) => {
      const told = (row: number, name: string) => [{ row, column: name, message: "Unknown column" }];

      const csv = readCsv(`name,${column}\nAda,1\n`, person);
      const json = readJsonRecords(`[{"name":"Ada","${column}":1}]`, person);

      expect(csv.problems).toEqual(told(1, column.toLowerCase()));
      expect(json.problems).toEqual(told(1, column));
      for (const { rows } of [csv, json]) expect(rows.map(({ fields }) => fields)).toEqual([{ name: "Ada" }]);
    },
  );

  test("as JSON is read by the same rules, also with a byte order mark", () => {
    expect(readJsonRecords('\uFEFF[{"name":"Ada"}]', person).problems).toEqual([]);
    expect(readJsonRecords("{", person).problems).toEqual([{ row: 1, column: null, message: "The file is not JSON." }]);
    expect(readJsonRecords("{}", person).problems).toHaveLength(1);
    const sheet = readJsonRecords('[{"name":"Ada"},{"id":"b","name":7,"age":3},5]', person);
    expect(sheet.rows).toEqual([{ row: 1, id: null, fields: { name: "Ada" } }]);
    expect(sheet.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, "age"],
      [3, null],
      [2, "name"],
    ]);
  });
});

describe("an import", () => {
  let service: TestService;
  let staff: StaffClient;

  beforeAll(async () => {
    service = await startService(fastestDatabase);
    staff = await staffClient(service);
  });
  afterAll(() => service.close());

  test.each(resources.map((resource) => [resource.path, resource] as const))(
    "of %s that were exported changes nothing",
    async (path, { record }) => {
      const all = (await (await service.get(`/api/${path}`)).json()) as { id: string }[];
      const ids = new Set(all.map(({ id }) => id));

      for (const sheet of [readCsv(toCsv(record, all), record), readJsonRecords(toJson(record, all), record)]) {
        expect(sheet.problems).toEqual([]);
        const { status, body } = await staff.send("POST", "changes", { changes: toChanges(sheet.rows, path, ids) });
        expect([status, body["counts"]]).toMatchObject([200, { unchanged: all.length, changed: 0 }]);
      }
    },
  );

  test("updates known people, and creates new ones with the given id", async () => {
    const { rows } = readCsv("id,name\ncolm-wilkinson,Colm\nada-quill,Ada Quill\n,Ben Oke\n", person);

    const changes = toChanges(rows, "people", new Set(["colm-wilkinson"]));
    const { body } = await staff.send("POST", "changes", { changes });

    expect(body["changes"]).toMatchObject([
      { outcome: "changed", id: "colm-wilkinson" },
      { outcome: "created", id: "ada-quill" },
      { outcome: "created" },
    ]);
  });
});
