import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import type { CastEntry } from "./schema.browser.ts";

const noon = Date.parse("2026-11-23T12:00:00Z");
describe.each(databaseKinds)("the cast of a production (%s)", (databaseKind) => {
  let now = noon;
  let n = 0;
  const service = useService(databaseKind, { now: () => now });
  const staff = useStaff(service);
  beforeEach(() => {
    now = noon;
  });

  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await service.get(`/api/${path}`, { headers });
    const text = await response.text();
    return { response, status: response.status, body: (text === "" ? null : JSON.parse(text)) as unknown };
  };
  const castOf = async (id: string, query = "") =>
    (await get(`productions/${id}/cast${query}`)).body as (CastEntry & { certain?: boolean })[];
  const namesOn = async (id: string, query: string) =>
    (await castOf(id, query)).map(({ person, certain }) => [person.name, certain]);

  /** A run from 20 February to the end of 2027, whose cast is given by name, in billing order. */
  async function makeRun(cast: Record<string, object[]> = {}) {
    const { id } = await create("productions", {
      show_id: "hamilton",
      theatre_id: "palace",
      opening_date: "2026-03-10",
      closing_date: "2027-12-31",
    });
    await staff.send("PUT", `productions/${id}/details`, { first_preview: "2026-02-20" });
    const lead = await create("roles", { name: "The Lead", production_id: id });
    const members: Record<string, string> = {};
    for (const [index, [name, engagements]] of Object.entries(cast).entries()) {
      const person = await create("people", { name: `${name} ${(n += 1)}` });
      const member = await create("cast-members", {
        person_id: person.id,
        production_id: id,
        role_id: index === 0 ? lead.id : null,
        role_type: index === 0 ? "principal" : "ensemble",
        billing_order: index + 1,
      });
      await staff.send("PUT", `people/${person.id}`, { name });
      await staff.send("PUT", `cast-members/${member.id}/details`, { engagements });
      members[name] = String(member.id);
    }
    return { id: String(id), lead, members };
  }

  test("entries are those of the list, in its order, with engagements and named covers", async () => {
    const { id, lead, members } = await makeRun({ Ada: [{ from: "2026-03", to: "2026-10" }], Ben: [] });
    await staff.send("PUT", `cast-members/${members["Ben"]}/details`, {
      covers: [{ role_id: lead.id, call_order: 1 }],
    });

    const entries = (await get(`cast-members?production_id=${id}`)).body as object[];
    const ada = { from: "2026-03", to: "2026-10", ended: true, note: null };
    const cover = { role_id: lead.id, call_order: 1, name: "The Lead" };
    expect(await castOf(id)).toEqual([
      { ...entries[0], engagements: [ada], covers: [], dated: true },
      { ...entries[1], engagements: [], covers: [cover], dated: false },
    ]);

    await staff.send("PUT", `roles/${lead.id}`, { name: "The Other Lead" });
    expect((await castOf(id))[1]?.covers).toEqual([{ ...cover, name: "The Other Lead" }]);
  });

  test("on a day, those are in it who can have been, and it says who certainly was", async () => {
    const { id } = await makeRun({
      Ada: [{ from: "2026-03-10", to: "2026-06" }],
      Ben: [],
      Cleo: [{ from: "2026-06", to: null }],
      Dan: [{ from: "2026-03-10", to: "2026-04-01" }, { from: "2026-12-24" }],
    });

    expect(await namesOn(id, "?on=2026-02-19")).toEqual([]);
    expect(await namesOn(id, "?on=2026-02-20")).toEqual([["Ben", false]]);
    expect(await namesOn(id, "?on=2026-03-10")).toEqual([
      ["Ada", true],
      ["Ben", false],
      ["Dan", true],
    ]);
    expect(await namesOn(id, "?on=2026-06-15")).toEqual([
      ["Ada", false],
      ["Ben", false],
      ["Cleo", false],
    ]);
    expect(await namesOn(id, "?on=2026-06-15&dated=only")).toEqual([
      ["Ada", false],
      ["Cleo", false],
    ]);
    expect(await namesOn(id, "?on=2026-11-23&dated=only")).toEqual([["Cleo", true]]);
    expect(await namesOn(id, "?on=2026-12-25&dated=only")).toEqual([
      ["Cleo", false],
      ["Dan", false],
    ]);
    expect(await namesOn(id, "?on=2028-01-01")).toEqual([]);
    expect((await castOf(id)).map((entry) => "certain" in entry)).toEqual([false, false, false, false]);
  });

  test("a moved closing date and a new engagement show in the next read", async () => {
    const { id, members } = await makeRun({ Ada: [{ from: "2026-03-10" }] });
    expect(await namesOn(id, "?on=2026-09-01")).toEqual([["Ada", true]]);

    await staff.send("PUT", `cast-members/${members["Ada"]}/details`, { engagements: [{ from: "2026-10-01" }] });
    expect(await namesOn(id, "?on=2026-09-01")).toEqual([]);
    expect(await namesOn(id, "?on=2027-12-31")).toEqual([["Ada", false]]);

    await staff.send("PUT", `productions/${id}`, { closing_date: "2027-12-30" });
    expect(await namesOn(id, "?on=2027-12-31")).toEqual([]);
  });

  test.each([
    ["?on=2026-02-30", ["on"]],
    ["?on=2026-11", ["on"]],
    ["?on=", ["on"]],
    ["?dated=only", ["dated"]],
    ["?on=2026-11-23&dated=yes", ["dated"]],
    ["?date=2026-11-23", ["date"]],
    ["?on=soon&from=x", ["on", "from"]],
  ])("%s is 400 with its issues", async (query, paths) => {
    const { id } = await makeRun();

    const { status, body } = await get(`productions/${id}/cast${query}`);

    const { error, issues } = body as { error: string; issues: { path: string }[] };
    const invalid = [...new Set(issues.map(({ path }) => path))];
    expect([status, error, invalid]).toEqual([400, "Invalid request", paths]);
  });

  test("an unknown production is 404 with any parameters; a production without cast has an empty one", async () => {
    for (const query of ["", "?on=2026-11-23", "?on=soon"]) {
      const { status, body } = await get(`productions/nothing/cast${query}`);
      expect([status, body]).toEqual([404, { error: "Production not found" }]);
    }
    const { id } = await makeRun();
    expect([await castOf(id), await castOf(id, "?on=2026-11-23&dated=only")]).toEqual([[], []]);
    await staff.send("DELETE", `productions/${id}?cascade=true`);
    expect((await get(`productions/${id}/cast`)).status).toBe(404);
  });

  test("at midnight in London the tag changes where the answer depends on the day, and nowhere else", async () => {
    const { id } = await makeRun({ Ada: [{ from: "2026-03-10", to: "2026-11-23" }], Ben: [{ from: "2026-05-01" }] });
    const undated = await makeRun({ Cleo: [] });
    const tag = (await get(`productions/${undated.id}/cast?on=2026-06-01`)).response.headers.get("etag") ?? "";
    const paths = { all: "", today: "?on=2026-11-23", tomorrow: "?on=2026-11-24", past: "?on=2026-06-01" };
    const tags = new Map<string, string>();
    for (const [name, query] of Object.entries(paths))
      tags.set(name, (await get(`productions/${id}/cast${query}`)).response.headers.get("etag") ?? "");
    const statusOf = async (name: keyof typeof paths) =>
      (await get(`productions/${id}/cast${paths[name]}`, { "If-None-Match": tags.get(name) ?? "" })).status;

    now = Date.parse("2026-11-23T23:59:59Z");
    expect(await Promise.all([statusOf("all"), statusOf("tomorrow"), statusOf("past")])).toEqual([304, 304, 304]);

    now = Date.parse("2026-11-24T00:00:00Z");
    // Ada has ended, and Ben is certainly still in it.
    expect(await statusOf("all")).toBe(200);
    expect(await statusOf("tomorrow")).toBe(200);
    expect(await namesOn(id, paths.tomorrow)).toEqual([["Ben", true]]);
    expect((await castOf(id, paths.today)).map(({ engagements }) => engagements[0]?.ended)).toEqual([true, false]);

    const later = await get(`productions/${undated.id}/cast?on=2026-06-01`, { "If-None-Match": tag });
    expect([later.status, later.response.headers.get("etag")]).toEqual([304, tag]);
  });
});
