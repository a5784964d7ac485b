import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { oneOfEach } from "../../../test/fixture.ts";
import { useService } from "../../../test/service.ts";
import { signedIn, useStaff } from "../../../test/signed-in.ts";
import { resources } from "../../resources/resources.ts";
import { maxChanges, maxChangesBytes } from "../changes/limits.browser.ts";
import { toCsv, toJson } from "../csv/cell.browser.ts";
import { importPlan, importResult, type PlannedImportRow } from "./schema.browser.ts";

type Body = string | Uint8Array<ArrayBuffer> | FormData;

describe("a file that is imported", () => {
  let n = 0;
  const service = useService(fastestDatabase);
  const staff = useStaff(service);
  const newWord = () => `Word${(n += 1)}`;

  async function post(path: string, body: Body, type: string | null = "text/csv", headers: object = {}) {
    const given = { ...(type === null ? {} : { "content-type": type }), ...headers };
    const cookie = await signedIn(service, "editor");
    return service.get(`/api/imports/${path}`, { method: "POST", headers: { cookie, ...given }, body });
  }
  const read = async (path: string, body: Body, type?: string | null) => {
    const response = await post(path, body, type);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const plan = async (path: string, body: Body, settings: Record<string, string> = {}) => {
    const query = new URLSearchParams({ dry_run: "true", ...settings });
    return importPlan.parse((await read(`${path}?${query}`, body)).body);
  };
  const make = async (path: string, body: Body, settings: Record<string, string> = {}) =>
    importResult.parse((await read(`${path}?${new URLSearchParams(settings)}`, body)).body);
  const issuesOf = async (path: string, body: Body, type?: string | null) => {
    const answer = await read(path, body, type);
    const issues = (answer.body["issues"] ?? []) as { path: string; message: string }[];
    return [answer.status, ...issues.map((one) => `${one.path}: ${one.message}`)];
  };
  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body.id;
  const choicesOf = ({ choices }: PlannedImportRow) => choices.map(({ choice, label }) => `${label} (${choice})`);

  oneOfEach(resources.toReversed())("of $path that were exported changes nothing", async ({ path, record }) => {
    const all = (await (await service.get(`/api/${path}`)).json()) as { id: string }[];

    const csv = await make(path, toCsv(record, all));
    expect([csv.counts.unchanged, csv.change_id, csv.rows[0]?.row]).toEqual([all.length, null, 2]);
    const json = await read(`${path}?dry_run=true`, toJson(record, all), "application/json");
    expect(importPlan.parse(json.body).counts).toMatchObject({ unchanged: all.length, changed: 0, refused: 0 });
  });

  test("is planned row by row, written as one change, and undone as one", async () => {
    const word = newWord();
    const known = await create("people", { name: `Known ${word}` });
    const csv = `NAME;Id;bio\nNew ${word};new-${word.toLowerCase()};"Two\nlines"\nRenamed ${word};${known};\n;;no name\nOdd ${word};;=1+1\n`;

    const planned = await plan("people", csv);
    expect(planned.rows.map(({ row, outcome, label }) => [row, outcome, label])).toEqual([
      [2, "created", `New ${word}`],
      [3, "changed", `Renamed ${word}`],
      [4, "refused", ""],
      [5, "created", `Odd ${word}`],
    ]);
    expect(planned.rows[1]?.differences).toEqual([
      { field: "name", label: "Full name", before: `Known ${word}`, after: `Renamed ${word}` },
    ]);
    expect(planned.rows[2]).toMatchObject({ issues: [{ path: "name" }], cells: ["", "", "no name"] });
    expect(planned.rows[3]?.doubts).toEqual(["bio begins with =, like a formula"]);
    expect(planned.file).toMatchObject({ separator: ";", columns: ["NAME", "Id", "bio"], rows: 4 });
    expect(await issuesOf("people", csv)).toEqual([400, "rows.4.name: must not be empty"]);
    expect(await (await post("people", csv)).text()).toContain("1 of 4 rows can't be imported.");
    expect((await staff.send("GET", `people/${known}`)).body["name"]).toBe(`Known ${word}`);

    const response = await post("people?skip_refused=true", csv);
    const made = importResult.parse(await response.json());
    expect(made.counts).toEqual({ created: 2, changed: 1, unchanged: 0, deleted: 0, refused: 1 });
    expect(response.headers.get("activity-id")).toBe(made.activity_id);
    const [created] = made.rows;
    expect(created?.id).toBe(`new-${word.toLowerCase()}`);
    expect((await staff.send("GET", `people/${created?.id}`)).body).toMatchObject({ bio: "Two\nlines" });
    expect((await staff.send("POST", `activity/${made.activity_id}/revert`)).status).toBe(200);
    expect((await staff.send("GET", `people/${created?.id}`)).status).toBe(404);
    expect((await staff.send("GET", `people/${known}`)).body["name"]).toBe(`Known ${word}`);
  });

  test("may be sent as a form, whose fields are the parameters", async () => {
    const word = newWord();
    const form = (fields: Record<string, string>, name = "people.csv", content = `Wer\nÅsa ${word}\n`) => {
      const sent = new FormData();
      sent.set("file", new File([content], name));
      for (const [field, value] of Object.entries(fields)) sent.set(field, value);
      return sent;
    };

    const made = await read("people", form({ mapping: '{"Wer":"name"}' }), null);
    expect(importResult.parse(made.body).rows).toMatchObject([{ outcome: "created", label: `Åsa ${word}` }]);
    const json = form({ dry_run: "true" }, "people.json", '[{"name":"Jo"}]');
    expect(importPlan.parse((await read("people", json, null)).body).rows).toMatchObject([{ row: 1, label: "Jo" }]);
    expect(await issuesOf("people?dry_run=true", form({ dry_run: "true", colour: "red" }), null)).toEqual([
      400,
      "colour: There is no such field.",
      "dry_run: must be given once",
    ]);
    const empty = new FormData();
    empty.set("file", "name\nAda\n");
    expect(await issuesOf("people", empty, null)).toEqual([
      400,
      "file: must be a file, as of curl -F file=@people.csv",
    ]);
    expect(await issuesOf("people", "no form", "multipart/form-data; boundary=x")).toEqual([
      400,
      ": The form can't be read. Send it as curl -F file=@people.csv does.",
    ]);
  });

  test("asks for the fields of columns with other names, and proposes them", async () => {
    const name = `Ada ${newWord()}`;
    const csv = `Full name,Biography,Notes,\n${name},Actor,x,\n`;
    const planned = await plan("people", csv);

    expect([planned.questions, planned.rows]).toEqual([["mapping"], []]);
    expect(planned.columns.map(({ column, field, sample }) => [column, field, sample])).toEqual([
      ["Full name", "name", name],
      ["Biography", "bio", "Actor"],
      ["Notes", null, "x"],
    ]);
    expect(await issuesOf("people", csv)).toEqual([
      400,
      "mapping.Full name: Choose a field, or ignore the column. Is it name?",
      "mapping.Biography: Choose a field, or ignore the column. Is it bio?",
      "mapping.Notes: Choose a field, or ignore the column.",
    ]);
    const mapping = JSON.stringify({ "#1": "name", Biography: "bio", Notes: null });
    const decided = await plan("people", csv, { mapping });
    expect([decided.questions, decided.rows[0]?.outcome]).toEqual([[], "created"]);
    const twice = await plan("people", csv, { mapping: '{"Full name":"name","Biography":"name","Notes":null}' });
    expect(twice.columns.map(({ problem }) => problem?.slice(0, 20) ?? null)).toEqual([
      "“Biography” is also ",
      "“Full name” is also ",
      null,
    ]);
  });

  test.each([
    ["FULL NAME", "name"],
    ["Bio graphy", "bio"],
    ["Imagé", "image"],
    ["Biogr", "bio"],
    ["Age", null],
    ["constructor", null],
    ["…", null],
  ])("has its column %s taken for the field %s", async (column, field) => {
    expect((await plan("people", `${column}\nx\n`)).columns).toMatchObject([{ column, field }]);
  });

  test("is read in its encoding, and shows the words that tell", async () => {
    const bytes = new Uint8Array(Buffer.from("name\nSiân Café\n", "latin1"));
    const planned = await plan("people", bytes);

    expect(planned.file).toMatchObject({ encoding: "windows-1252", detected: "windows-1252", words: ["Siân", "Café"] });
    expect(planned.rows[0]?.label).toBe("Siân Café");
    const wrong = await plan("people", bytes, { encoding: "utf-8" });
    expect(wrong.rows[0]?.issues[0]?.message).toContain("a character that was lost");
    const utf16 = new Uint8Array(Buffer.from("\uFEFFname\nSiân\n", "utf16le"));
    expect((await plan("people", utf16)).rows[0]?.label).toBe("Siân");
    const typed = await read("people?dry_run=true", bytes, "text/csv; charset=ISO-8859-1");
    expect(importPlan.parse(typed.body).rows[0]?.label).toBe("Siân Café");
    expect((await read("people", bytes, "text/csv; charset=koi8-r")).status).toBe(415);
  });

  test("asks which day is meant, once for all", async () => {
    const csv = "show_id,theatre_id,opening_date\nhamilton,Palace Theatre,03/04/2031\n";
    const planned = await plan("productions", csv);

    expect([planned.questions, planned.dates]).toEqual([
      ["dates"],
      {
        ...{ example: "03/04/2031", order: null },
        readings: { "day/month": "2031-04-03", "month/day": "2031-03-04" },
      },
    ]);
    expect(await issuesOf("productions", csv)).toEqual([
      400,
      "dates: Which day is 03/04/2031? Send day/month or month/day.",
    ]);
    const [row] = (await plan("productions", csv, { dates: "month/day" })).rows;
    expect(row).toMatchObject({ outcome: "created", label: "Hamilton, Palace Theatre, 2031" });
  });

  test("names records where it refers to them, and is told when that is not enough", async () => {
    const word = newWord();
    const [run, other] = await Promise.all(
      ["2031-01-01", "2032-01-01"].map((opening_date) =>
        create("productions", { show_id: "hamilton", theatre_id: "palace", opening_date }),
      ),
    );
    for (const production_id of [run, other]) await create("roles", { name: `Lead ${word}`, production_id });
    for (const name of [`Twin ${word}`, `Twin ${word}`, `Ann Bell ${word}`]) await create("people", { name });
    const rows = [
      `ÄNN  bell ${word},${run},lead ${word},principal`,
      `Twin ${word},${run},,swing`,
      `Unknown ${word},${run},,swing`,
      `Ann Bell ${word},hamilton-victoria-palace-2017,Lead ${word},principal`,
    ];
    const planned = await plan("cast-members", ["person_id,production_id,role_id,role_type", ...rows].join("\n"));

    expect(planned.rows.map(({ outcome }) => outcome)).toEqual(["created", "refused", "refused", "refused"]);
    expect(planned.rows[0]?.label).toContain(`as Lead ${word} in Hamilton, 2031`);
    expect(planned.rows.slice(1).flatMap(({ issues }) => issues)).toMatchObject([
      { path: "person_id", message: expect.stringContaining("2 people are called") },
      { path: "person_id", message: expect.stringContaining("create it first") },
      { path: "role_id", message: expect.stringContaining("does not fit the other columns") },
    ]);
  });

  describe("with the name of a known record", () => {
    test("uses it unless that overwrites something, and offers the alternatives", async () => {
      const word = newWord();
      const [bare, full] = [
        await create("people", { name: `Cate ${word}` }),
        await create("people", { name: `Full ${word}`, bio: "Actor" }),
      ];
      const csv = `name,bio\nCATE  ${word},Dancer\nFull ${word},Singer\nFull ${word},\n`;

      const { rows } = await plan("people", csv);
      expect(rows.map((row) => [row.chosen, row.outcome, choicesOf(row).length])).toEqual([
        [`update:${bare}`, "changed", 3],
        [`keep:${full}`, "unchanged", 3],
        [`keep:${full}`, "unchanged", 2],
      ]);
      expect(rows[1] && choicesOf(rows[1])).toEqual([
        `Use and update (update:${full})`,
        `Use as it is (keep:${full})`,
        "Create another (create)",
      ]);
      expect(rows[1]?.differences).toMatchObject([{ field: "bio", before: "Actor", after: "Singer" }]);
      expect(rows[0]?.choices.map(({ outcome }) => outcome)).toEqual(["changed", "unchanged", "created"]);
      const choices = JSON.stringify({ 2: "create", 3: `update:${full}`, 4: "skip" });
      const made = await make("people", csv, { choices });
      expect(made.rows.map(({ outcome }) => outcome)).toEqual(["created", "changed", "unchanged"]);
      expect((await staff.send("GET", `people/${full}`)).body["bio"]).toBe("Singer");
    });

    test("must be chosen where several have it", async () => {
      const word = newWord();
      const ids = [await create("people", { name: `Ian ${word}` }), await create("people", { name: `Ian ${word}` })];
      const csv = `name,bio\nIan ${word},Actor\n`;

      const [row] = (await plan("people", csv)).rows;
      expect(row).toMatchObject({ outcome: "refused", chosen: null });
      const uses = ids.flatMap((id) => [`Use and update: ${id} (update:${id})`, `Use as it is: ${id} (keep:${id})`]);
      expect(row && choicesOf(row).toSorted()).toEqual([...uses, "Create another (create)"].toSorted());
      expect(await issuesOf("people", csv)).toEqual([
        400,
        "rows.2: 2 records have this name: choose one, or create another",
      ]);
      const choices = encodeURIComponent(JSON.stringify({ 2: "keep:unknown", 7: "create" }));
      expect(await issuesOf(`people?choices=${choices}`, csv)).toEqual([
        400,
        expect.stringMatching(/^choices\.2: must be one of .*create, skip$/),
        "choices.7: is not a row of the file",
      ]);
    });

    test("adds only what it has to the details of that record, which an id would replace", async () => {
      const word = newWord();
      const id = await create("theatres", { name: `Barn ${word}` });
      const record = { details: { aliases: [], external_ids: { wikidata: "Q1" }, website: null }, sources: [] };
      const json = (more: object) => JSON.stringify([{ ...record, ...more }]);
      const choices = JSON.stringify({ 1: `update:${id}` });

      const byName = await plan("theatres", json({ name: `Barn ${word}` }), { choices });
      expect(byName.rows[0]?.differences.map(({ field }) => field)).toEqual(["details.external_ids"]);
      expect((await plan("theatres", json({ name: `Barn ${word}` }))).rows[0]?.chosen).toBe(`keep:${id}`);
      expect((await plan("theatres", json({ id, name: `Barn ${word}` }))).rows[0]?.outcome).toBe("changed");
    });
  });

  test.each<[what: string, path: string, body: Body, type: string | null, expected: unknown[]]>([
    ["a mapping that names no column", 'people?mapping={"Nom":"name"}', "name\nA\n", "text/csv", [400, "mapping.Nom"]],
    ["a mapping that names no field", 'people?mapping={"x":"nom"}', "x\nA\n", "text/csv", [400, "mapping.x"]],
    ["a mapping that is no object", "people?mapping=[1]", "name\nA\n", "text/csv", [400, "mapping"]],
    ["a mapping to a number", 'people?mapping={"x":7}', "x\nA\n", "text/csv", [400, "mapping.x"]],
    ["choices without numbers", 'people?choices={"a":"skip"}', "name\nA\n", "text/csv", [400, "choices.a"]],
    ["another encoding", "people?encoding=koi8-r", "name\nA\n", "text/csv", [400, "encoding"]],
    ["a dry run that is neither", "people?dry_run=yes", "name\nA\n", "text/csv", [400, "dry_run"]],
    ["a repeated parameter", "people?dry_run=true&dry_run=true", "name\nA\n", "text/csv", [400, "dry_run"]],
    ["an unknown parameter", "people?dry=true", "name\nA\n", "text/csv", [400, "dry"]],
    ["no JSON", "people", "{", "application/json", [400, "file"]],
    ["no list", "people", "{}", "application/json", [400, "file"]],
    ["no column names", "people?dry_run=true", "", "text/csv", [400, "file"]],
    ["too many rows", "people", `name\n${"A\n".repeat(maxChanges + 1)}`, "text/csv", [400, "file"]],
    ["too many bytes", "people", "x".repeat(maxChangesBytes + 1), "text/csv", [413]],
    ["another kind of file", "people", "name\nA\n", "text/html", [415]],
    ["what curl sends without a type", "people", "name\nA\n", "application/x-www-form-urlencoded", [415]],
    ["a workbook", "people", new Uint8Array([0x50, 0x4b, 3, 4]), "text/csv", [415]],
    ["no resource", "ships", "name\nA\n", "text/csv", [404]],
  ])("that is or has %s is refused by its path", async (_what, path, body, type, [status, ...paths]) => {
    const answer = await read(path, body, type);
    const issues = (answer.body["issues"] ?? []) as { path: string }[];

    expect([answer.status, ...issues.map((one) => one.path)]).toEqual([status, ...paths]);
  });

  test("tells its progress as lines", async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `Line ${index},,`).join("\n");
    const csv = `name,bio,image\n${rows}\n`;
    const response = await post("people?dry_run=true", csv, "text/csv", { accept: "application/x-ndjson" });
    const lines = (await response.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(lines[0]).toMatchObject({ of: 600 });
    expect(lines.at(-1)).toMatchObject({ status: 200, counts: { created: 600 } });
  });
});
