import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import type { CastEntry, OnDay } from "./schema.browser.ts";

const noon = Date.parse("2026-11-23T12:00:00Z");
describe.each(databaseKinds)("what is on, on one day (%s)", (databaseKind) => {
  let now = noon;
  let n = 0;
  const service = useService(databaseKind, { now: () => now });
  const staff = useStaff(service);
  beforeEach(() => {
    now = noon;
  });

  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body;
  const read = async <Body>(path: string) => (await (await service.get(`/api/${path}`)).json()) as Body;
  const on = (query = "") => read<OnDay>(`on${query}`);
  const idsOn = async (query: string) => (await on(query)).productions.map(({ id }) => id);
  const tagOf = async (path: string) => (await service.get(`/api/${path}`)).headers.get("etag") ?? "";
  const statusOf = async (path: string, tag: string) =>
    (await service.get(`/api/${path}`, { headers: { "If-None-Match": tag } })).status;

  /** A theatre of its own, so that a filter finds only the test's own runs. */
  const makeTheatre = async () => String((await create("theatres", { name: `Theatre ${(n += 1)}` })).id);
  async function makeRun(theatre_id: string, dates: object, { show = "A Show", first_preview = "" } = {}) {
    const { id: show_id } = await create("shows", { name: show, type: "play" });
    const { id } = await create("productions", { show_id, theatre_id, ...dates });
    if (first_preview) await staff.send("PUT", `productions/${id}/details`, { first_preview });
    return { id: String(id), show_id: String(show_id) };
  }
  async function join(production_id: string, engagements: object[]) {
    const { id: person_id } = await create("people", { name: `Person ${(n += 1)}` });
    const member = await create("cast-members", { production_id, person_id, role_type: "ensemble", billing_order: n });
    await staff.send("PUT", `cast-members/${member.id}/details`, { engagements });
    return String(member.id);
  }

  test("a production is on from its first preview, else its opening, to its closing date", async () => {
    const theatre = await makeTheatre();
    const dates = { opening_date: "2026-03-10", closing_date: "2026-09-05" };
    const { id } = await makeRun(theatre, dates);
    const previewed = await makeRun(theatre, dates, { first_preview: "2026-02-20" });
    const openEnded = await makeRun(theatre, { opening_date: "2026-09-06" });
    const days = ["2026-02-19", "2026-02-20", "2026-03-09", "2026-03-10", "2026-09-05", "2026-09-06", "2100-12-31"];

    const found = await Promise.all(days.map((day) => idsOn(`?theatre_id=${theatre}&date=${day}`)));

    const both = [id, previewed.id].toSorted();
    expect(found).toEqual([[], [previewed.id], [previewed.id], both, both, [openEnded.id], [openEnded.id]]);
  });

  test("each is the list's entry with its theatre, the days that are left, and its details", async () => {
    const theatre = await makeTheatre();
    const dates = { opening_date: "2026-11-01", closing_date: "2026-12-02" };
    const { id, show_id } = await makeRun(theatre, dates);
    await staff.send("PUT", `productions/${id}/details`, { running_minutes: 140, first_preview: "2026-10-20" });

    const answer = await on(`?show_id=${show_id}`);

    const [entry] = await read<object[]>(`productions?show_id=${show_id}`);
    const expected = {
      ...entry,
      theatre: await read(`theatres/${theatre}`),
      days_left: 9,
      details: await read(`productions/${id}/details`),
    };
    expect(answer).toEqual({ date: "2026-11-23", timezone: "Europe/London", productions: [expected] });
    const daysLeft = async (query: string) => (await on(`?show_id=${show_id}&${query}`)).productions[0]?.days_left;
    expect([await daysLeft("date=2026-12-01"), await daysLeft("date=2026-12-02")]).toEqual([1, 0]);
    // The clocks change in October.
    expect(await daysLeft("date=2026-10-20")).toBe(43);
    await staff.send("PUT", `productions/${id}`, { closing_date: null });
    expect(await daysLeft("date=2026-12-02")).toBeNull();
  });

  test("with include=cast each has those of /cast on that day; without, nothing is said of the cast", async () => {
    const theatre = await makeTheatre();
    const { id, show_id } = await makeRun(theatre, { opening_date: "2026-03-10" });
    const ada = await join(id, [{ from: "2026-03-10", to: "2026-06" }]);
    const ben = await join(id, []);
    const empty = await makeRun(theatre, { opening_date: "2026-03-10" }, { show: "Another Show" });
    const castOn = async (query: string) =>
      (await on(`?theatre_id=${theatre}&include=cast&${query}`)).productions.map(({ cast, cast_known }) => [
        cast?.map(({ id: member, certain }) => [member, certain]),
        cast_known,
      ]);

    expect(await castOn("date=2026-05-01")).toEqual([
      [
        [
          [ada, true],
          [ben, false],
        ],
        true,
      ],
      [[], false],
    ]);
    expect(await castOn("date=2026-06-15&dated=only")).toEqual([
      [[[ada, false]], true],
      [[], false],
    ]);
    expect(await castOn("date=2026-07-01&dated=only")).toEqual([
      [[], false],
      [[], false],
    ]);
    const [listed] = (await on(`?show_id=${show_id}&include=cast&date=2026-06-15`)).productions;
    expect(listed?.cast).toEqual(await read<CastEntry[]>(`productions/${id}/cast?on=2026-06-15`));
    const [plain] = (await on(`?show_id=${empty.show_id}`)).productions;
    expect(Object.keys(plain ?? {}).filter((field) => field.startsWith("cast"))).toEqual([]);
  });

  test("the order is by the show's name without regard to case, then by id", async () => {
    const theatre = await makeTheatre();
    const dates = { opening_date: "2026-11-20" };
    const runs = [];
    for (const show of ["zebra", "Émile", "apple", "Banana", "Zebra", "apple"])
      runs.push(await makeRun(theatre, dates, { show }));

    const productions = (await on(`?theatre_id=${theatre}`)).productions;

    const inLowerCase = productions.map(({ show, id }) => [show.name.toLowerCase(), id]);
    expect(inLowerCase.map(([name]) => name)).toEqual(["apple", "apple", "banana", "zebra", "zebra", "émile"]);
    expect(inLowerCase).toEqual(
      inLowerCase.toSorted(([a = "", idA = ""], [b = "", idB = ""]) =>
        a === b ? (idA < idB ? -1 : 1) : a < b ? -1 : 1,
      ),
    );
    expect(inLowerCase.map(([, id]) => id).toSorted()).toEqual(runs.map(({ id }) => id).toSorted());
  });

  test("filters narrow it together, and an unknown id finds nothing", async () => {
    const [one, other] = [await makeTheatre(), await makeTheatre()];
    const run = await makeRun(one, { opening_date: "2026-11-20" });
    await makeRun(one, { opening_date: "2026-11-20" });

    expect(await idsOn(`?theatre_id=${one}&show_id=${run.show_id}`)).toEqual([run.id]);
    expect(await idsOn(`?theatre_id=${other}&show_id=${run.show_id}`)).toEqual([]);
    expect(await on("?theatre_id=nothing")).toEqual({
      date: "2026-11-23",
      timezone: "Europe/London",
      productions: [],
    });
  });

  test("without a date it is today in London, also in the hour in which that differs from UTC", async () => {
    now = Date.parse("2026-07-01T22:59:59Z");
    expect((await on()).date).toBe("2026-07-01");
    now = Date.parse("2026-07-01T23:00:00Z");
    expect((await on()).date).toBe("2026-07-02");
  });

  test.each([
    ["date=", "date", "must be a valid date, YYYY-MM-DD"],
    ["date=2026-02-30", "date", "must be a valid date, YYYY-MM-DD"],
    ["date=tomorrow", "date", "must be a valid date, YYYY-MM-DD"],
    ["date=0000-01-01", "date", "must not be before year 1"],
    ["date=1599-12-31", "date", "must be between 1600 and 2100"],
    ["date=2101-01-01", "date", "must be between 1600 and 2100"],
    ["date=2026-11-23&date=2026-11-23", "date", "must be given once"],
    ["date=soon&date=2026-11-23", "date", "must be given once"],
    ["theatre_id=", "theatre_id", "must not be empty"],
    ["show_id=", "show_id", "must not be empty"],
    ["show_id=hamilton&show_id=cats", "show_id", "must be given once"],
    ["include=", "include", "must be cast"],
    ["include=details", "include", "must be cast"],
    ["include=cast&dated=", "dated", "must be only"],
    ["dated=only", "dated", "needs include=cast"],
    ["on=2026-11-23", "on", "There is no such parameter."],
  ])("?%s is 400 with one issue", async (query, path, message) => {
    const response = await service.get(`/api/on?${query}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "Invalid request", issues: [{ path, message }] });
  });

  test("the first and the last date are answered, and several mistakes are told at once", async () => {
    expect([await idsOn("?date=1600-01-01"), (await on("?date=2100-12-31")).date]).toEqual([[], "2100-12-31"]);
    const { issues } = await read<{ issues: { path: string }[] }>("on?date=soon&show_id=&day=1");
    expect(issues.map(({ path }) => path)).toEqual(["date", "show_id", "day"]);
  });

  test("at midnight in London the tag changes by itself where the answer does, and nowhere else", async () => {
    const theatre = await makeTheatre();
    const { id } = await makeRun(theatre, { opening_date: "2026-03-10" });
    await join(id, [{ from: "2026-03-10" }]);
    const [today, past, tomorrow] = ["", "&date=2026-05-01", "&date=2026-11-24"].map(
      (date) => `on?theatre_id=${theatre}&include=cast${date}`,
    );
    const paths = [today, past, tomorrow].map(String);
    const tags = await Promise.all(paths.map(tagOf));
    const statuses = () => Promise.all(paths.map((path, index) => statusOf(path, tags[index] ?? "")));

    now = Date.parse("2026-11-23T23:59:59Z");
    expect(await statuses()).toEqual([304, 304, 304]);

    now = Date.parse("2026-11-24T00:00:00Z");
    // The person is then certainly still in it.
    expect(await statuses()).toEqual([200, 304, 200]);
    expect(await tagOf(String(today))).toBe(await tagOf(String(tomorrow)));
  });

  test("a change of anything that it shows is in the next answer", async () => {
    const theatre = await makeTheatre();
    const { id, show_id } = await makeRun(theatre, { opening_date: "2026-03-10", closing_date: "2027-01-01" });
    const member = await join(id, []);
    const path = `on?theatre_id=${theatre}&include=cast`;
    const changes: [path: string, change: object][] = [
      [`shows/${show_id}`, { name: "Renamed" }],
      [`theatres/${theatre}`, { capacity: 1000 }],
      [`productions/${id}`, { closing_date: "2027-01-02" }],
      [`productions/${id}/details`, { age_from: 12 }],
      [`cast-members/${member}`, { billing_order: 1 }],
      [`cast-members/${member}/details`, { engagements: [{ from: "2026-03-10" }] }],
    ];
    for (const [changed, change] of changes) {
      const before = await tagOf(path);
      await staff.send("PUT", changed, change);
      expect([changed, await statusOf(path, before)]).toEqual([changed, 200]);
    }
    expect((await read<OnDay>(path)).productions).toMatchObject([
      { show: { name: "Renamed" }, theatre: { capacity: 1000 }, days_left: 40, details: { age_from: 12 } },
    ]);
    await staff.send("DELETE", `productions/${id}?cascade=true`);
    expect(await idsOn(`?theatre_id=${theatre}`)).toEqual([]);
  });

  test("more days than are kept are answered, twenty at once, each with its own date", async () => {
    await makeTheatre();
    for (let year = 1700; year < 1820; year += 20) {
      const days = Array.from({ length: 20 }, (_, index) => `${year + index}-05-01`);

      const found = await Promise.all(days.map(async (day) => (await on(`?include=cast&date=${day}`)).date));

      expect(found).toEqual(days);
    }
  });

  test("a request costs one, a 304 and a preflight nothing; HEAD has the same headers", async () => {
    const remaining = ({ headers }: Response) => Number(headers.get("x-ratelimit-remaining"));
    const first = await service.get("/api/on?include=cast");
    const tag = first.headers.get("etag") ?? "";

    const head = await service.get("/api/on?include=cast", { method: "HEAD" });
    const unchanged = await service.get("/api/on?include=cast", { headers: { "If-None-Match": tag } });
    const options = await service.get("/api/on", {
      method: "OPTIONS",
      headers: { Origin: "https://example.com", "Access-Control-Request-Method": "GET" },
    });
    const refused = await service.get("/api/on", { method: "POST" });

    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
    expect(remaining(head)).toBe(remaining(first) - 1);
    expect([unchanged.status, remaining(unchanged)]).toEqual([304, remaining(head)]);
    expect([options.status, options.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(first.headers.get("ratelimit-policy")).toBe('"daily";q=1000000;w=86400');
  });
});
