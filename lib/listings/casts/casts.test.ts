import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import type { CastEntry, HousedProduction, OnDay, PersonCredit } from "./schema.browser.ts";

const noon = Date.parse("2026-11-23T12:00:00Z");
const [notADay, unknown] = ["must be a valid date, YYYY-MM-DD", "There is no such parameter."];

describe.each(databaseKinds)("casts (%s)", (databaseKind) => {
  let now = noon;
  let n = 0;
  const service = useService(databaseKind, { now: () => now });
  const staff = useStaff(service);
  beforeEach(() => {
    now = noon;
  });

  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body;
  const read = async <Body>(path: string) => (await (await service.get(`/api/${path}`)).json()) as Body;
  const tagOf = async (path: string) =>
    (await service.get(`/api/${path}`)).headers.get("etag") ?? expect.fail(`${path} has no tag.`);
  const statusOf = async (path: string, tag: string) =>
    (await service.get(`/api/${path}`, { headers: { "If-None-Match": tag } })).status;
  const on = (query = "") => read<OnDay>(`on${query}`);
  const idsOn = async (query: string) => (await on(query)).productions.map(({ id }) => id);
  const castOf = (id: string, query = "") => read<CastEntry[]>(`productions/${id}/cast${query}`);
  /** Who is in it on a day; with a question mark those who are only possibly. */
  const namesOn = async (id: string, query: string) =>
    (await castOf(id, query)).map(({ person, certain }) => `${person.name}${certain ? "" : "?"}`).join(" ");

  /** A theatre of its own, so that a filter finds only the test's own runs. */
  const makeTheatre = async () => String((await create("theatres", { name: `Theatre ${(n += 1)}` })).id);
  const long = { opening_date: "2026-03-10", closing_date: "2027-12-31" };
  async function makeRun(dates: object = long, { theatre = "palace", show = "A Show", first_preview = "" } = {}) {
    const { id: show_id } = await create("shows", { name: show, type: "play" });
    const { id } = await create("productions", { show_id, theatre_id: theatre, ...dates });
    if (first_preview) await staff.send("PUT", `productions/${id}/details`, { first_preview });
    return { id: String(id), show: String(show_id) };
  }
  /** The next in billing order. */
  async function join(production_id: string, name: string, details: object = {}, more: object = {}) {
    const { id: person_id } = await create("people", { name: `${name} ${(n += 1)}` });
    await staff.send("PUT", `people/${person_id}`, { name });
    const fields = { production_id, person_id, role_type: "ensemble", billing_order: n, ...more };
    const { id } = await create("cast-members", fields);
    await staff.send("PUT", `cast-members/${id}/details`, details);
    return String(id);
  }
  const since = (...engagements: object[]) => ({ engagements });

  describe("of a production", () => {
    test("have the entries of the list, in its order, with engagements and named covers", async () => {
      const { id } = await makeRun();
      const { id: role_id } = await create("roles", { name: "The Lead", production_id: id });
      await join(id, "Ada", since({ from: "2026-03", to: "2026-10" }), { role_id, role_type: "principal" });
      await join(id, "Ben", { covers: [{ role_id, call_order: 1 }] });

      const entries = await read<object[]>(`cast-members?production_id=${id}`);
      const ada = { from: "2026-03", to: "2026-10", ended: true, seen: [], note: null };
      const cover = { role_id, call_order: 1, name: "The Lead" };
      expect(await castOf(id)).toEqual([
        { ...entries[0], engagements: [ada], covers: [], dated: true },
        { ...entries[1], engagements: [], covers: [cover], dated: false },
      ]);
      await staff.send("PUT", `roles/${role_id}`, { name: "The Other Lead" });
      expect((await castOf(id))[1]?.covers).toEqual([{ ...cover, name: "The Other Lead" }]);
    });

    test("are on a day those who can have been in it, and say who certainly was", async () => {
      const { id } = await makeRun(long, { first_preview: "2026-02-20" });
      await join(id, "Ada", since({ from: "2026-03-10", to: "2026-06" }));
      await join(id, "Ben");
      await join(id, "Cleo", since({ from: "2026-06", to: null }));
      await join(id, "Dan", since({ from: "2026-03-10", to: "2026-04-01" }, { from: "2026-12-24" }));
      const expected = {
        "2026-02-19": "",
        "2026-02-20": "Ben?",
        "2026-03-10": "Ada Ben? Dan",
        "2026-06-15": "Ada? Ben? Cleo?",
        "2026-06-15&dated=only": "Ada? Cleo?",
        "2026-11-23&dated=only": "Cleo",
        "2026-12-25&dated=only": "Cleo? Dan?",
        "2028-01-01": "",
      };

      for (const [day, names] of Object.entries(expected))
        expect([day, await namesOn(id, `?on=${day}`)]).toEqual([day, names]);
      expect((await castOf(id)).filter((entry) => "certain" in entry)).toEqual([]);
    });
  });

  describe("of what is on, on one day:", () => {
    test("a production is on from its first preview, else its opening, to its closing date", async () => {
      const theatre = await makeTheatre();
      const dates = { opening_date: "2026-03-10", closing_date: "2026-09-05" };
      const { id } = await makeRun(dates, { theatre });
      const previewed = await makeRun(dates, { theatre, first_preview: "2026-02-20" });
      const openEnded = await makeRun({ opening_date: "2026-09-06" }, { theatre });
      const days = ["2026-02-19", "2026-02-20", "2026-03-09", "2026-03-10", "2026-09-05", "2026-09-06", "2100-12-31"];

      const found = await Promise.all(days.map((day) => idsOn(`?theatre_id=${theatre}&date=${day}`)));

      const both = [id, previewed.id].toSorted();
      expect(found).toEqual([[], [previewed.id], [previewed.id], both, both, [openEnded.id], [openEnded.id]]);
    });

    test("each is the list's entry with its theatre, the days that are left, and its details", async () => {
      const theatre = await makeTheatre();
      const { id, show } = await makeRun({ opening_date: "2026-11-01", closing_date: "2026-12-02" }, { theatre });
      await staff.send("PUT", `productions/${id}/details`, { running_minutes: 140, first_preview: "2026-10-20" });
      const [entry] = await read<object[]>(`productions?show_id=${show}`);
      const more = { theatre: await read(`theatres/${theatre}`), details: await read(`productions/${id}/details`) };

      expect(await on(`?show_id=${show}`)).toEqual({
        date: "2026-11-23",
        timezone: "Europe/London",
        productions: [{ ...entry, ...more, performances: null, days_left: 9 }],
      });
      const daysLeft = async (day: string) => (await on(`?show_id=${show}&date=${day}`)).productions[0]?.days_left;
      // The clocks change in October.
      expect(await Promise.all(["2026-12-01", "2026-12-02", "2026-10-20"].map(daysLeft))).toEqual([1, 0, 43]);
      await staff.send("PUT", `productions/${id}`, { closing_date: null });
      expect(await daysLeft("2026-12-02")).toBeNull();
    });

    test("each has the performances of the day, which the search finds too", async () => {
      const { id, show } = await makeRun({ opening_date: "2026-11-01", closing_date: "2026-12-02" });
      const schedule = ["14:30", "19:30"].map((time) => ({ day: "sat", time, from: null, to: null }));
      const performances = [{ date: "2026-11-28", time: "19:30", kind: "bsl", note: null }];
      const written = await staff.send("PUT", `productions/${id}/details`, { schedule, performances });
      expect([written.status, written.body]).toMatchObject([200, { schedule, performances }]);
      const playing = async (day: string) => (await on(`?show_id=${show}&date=${day}`)).productions[0]?.performances;

      const access = [
        { time: "14:30", access: [] },
        { time: "19:30", access: ["bsl"] },
      ];
      expect([await playing("2026-11-28"), await playing("2026-11-27")]).toEqual([access, []]);
      expect(await read(`productions/${id}/performances?from=2026-11-22&to=2026-11-30`)).toEqual([
        { date: "2026-11-28", time: "14:30", starts_at: "2026-11-28T14:30:00+00:00", access: [] },
        { date: "2026-11-28", time: "19:30", starts_at: "2026-11-28T19:30:00+00:00", access: ["bsl"] },
      ]);
      expect(await read(`productions/${id}/performances?from=9999-12-31`)).toEqual([]);
      const found = async (query: string) =>
        (await read<{ id: string }[]>(`search/productions?show_id=${show}&${query}`)).length;
      const asked = ["plays_on=2026-11-28", "plays_on=2026-11-27", "plays_on=2026-11-28&plays_at=matinee&access=bsl"];
      expect(await Promise.all([...asked, "plays_on=2026-11-28&plays_at=evening&access=bsl"].map(found))).toEqual([
        ...[1, 0, 0, 1],
      ]);
      for (const [path, issue] of [
        ["search/productions?plays_at=matinee", "plays_at"],
        ["search/productions?access=bsl", "access"],
        [`productions/${id}/performances?from=2026-11-22&to=2026-11-21`, "to"],
        [`productions/${id}/performances?from=2026-01-01&to=2026-04-03`, "to"],
      ] as const) {
        const refused = await service.get(`/api/${path}`);
        expect([path, refused.status, await refused.json()]).toMatchObject([path, 400, { issues: [{ path: issue }] }]);
      }
    });

    test("with include=cast each has those of /cast on that day; without, nothing is said of the cast", async () => {
      const theatre = await makeTheatre();
      const { id, show } = await makeRun({ opening_date: "2026-03-10" }, { theatre });
      await join(id, "Ada", since({ from: "2026-03-10", to: "2026-06" }));
      await join(id, "Ben");
      await makeRun({ opening_date: "2026-03-10" }, { theatre, show: "Another Show" });

      for (const [day, isKnown] of [
        ["2026-05-01", true],
        ["2026-06-15&dated=only", true],
        ["2026-07-01&dated=only", false],
      ] as const) {
        const { productions } = await on(`?theatre_id=${theatre}&include=cast&date=${day}`);
        expect(productions.map(({ cast, cast_known }) => [cast, cast_known])).toEqual([
          [await castOf(id, `?on=${day}`), isKnown],
          [[], false],
        ]);
      }
      const [lastKnown] = (await on(`?show_id=${show}&include=cast&date=2026-07-01&last_known=true`)).productions;
      expect([
        lastKnown?.cast?.map((one) => [one.person.name, one.certain, one.last_known_on]),
        lastKnown?.cast,
      ]).toEqual([[["Ada", false, "2026-06-01"]], await castOf(id, "?on=2026-07-01&last_known=true")]);
      expect(await castOf(id, "?on=2026-07-01&last_known=false")).toEqual(await castOf(id, "?on=2026-07-01"));
      const [plain = {}] = (await on(`?show_id=${show}`)).productions;
      expect(Object.keys(plain)).toEqual(expect.not.arrayContaining(["cast", "cast_known"]));
    });

    test("the order is by the show's name without regard to case, then by id", async () => {
      const theatre = await makeTheatre();
      const ids = new Map<string, string[]>();
      for (const show of ["zebra", "Émile", "apple", "Banana", "Zebra", "apple"]) {
        const key = show.toLowerCase();
        const { id } = await makeRun({ opening_date: "2026-11-20" }, { theatre, show });
        ids.set(key, [...(ids.get(key) ?? []), id].toSorted());
      }

      const inOrder = ["apple", "banana", "zebra", "émile"].flatMap((key) => ids.get(key) ?? expect.fail());
      expect(await idsOn(`?theatre_id=${theatre}`)).toEqual(inOrder);
    });

    test("filters narrow it together, and an unknown id finds nothing", async () => {
      const [one, other] = [await makeTheatre(), await makeTheatre()];
      const run = await makeRun({ opening_date: "2026-11-20" }, { theatre: one });
      await makeRun({ opening_date: "2026-11-20" }, { theatre: one });

      expect(await idsOn(`?theatre_id=${one}&show_id=${run.show}`)).toEqual([run.id]);
      expect(await idsOn(`?theatre_id=${other}&show_id=${run.show}`)).toEqual([]);
      expect(await idsOn("?theatre_id=nothing")).toEqual([]);
    });

    test("without a date it is today in London, also in the hour in which that differs from UTC", async () => {
      now = Date.parse("2026-07-01T22:59:59Z");
      expect((await on()).date).toBe("2026-07-01");
      now = Date.parse("2026-07-01T23:00:00Z");
      expect((await on()).date).toBe("2026-07-02");
    });

    test("more days than are kept are answered, twenty at once, each with its own date", async () => {
      for (let year = 1600; year < 1720; year += 20) {
        const days = Array.from({ length: 20 }, (_, index) => `${year + index}-01-01`);
        const found = await Promise.all(days.map(async (day) => (await on(`?include=cast&date=${day}`)).date));
        expect(found).toEqual(days);
      }
    });
  });

  test.each([
    ["cast?on=2026-02-30", { on: notADay }],
    ["cast?on=", { on: notADay }],
    ["cast?dated=only", { dated: expect.any(String) as string }],
    ["cast?on=2026-11-23&dated=yes", { dated: "must be only" }],
    ["cast?last_known=true", { last_known: "needs the parameter on" }],
    ["cast?on=2026-11-23&last_known=yes", { last_known: "must be true or false" }],
    ["cast?on=2026-11-23&last_known=true&last_known=true", { last_known: "must be given once" }],
    ["cast?date=2026-11-23", { date: unknown }],
    ["cast?on=soon&from=x", { on: notADay, from: unknown }],
    ["on?date=2026-02-30", { date: notADay }],
    ["on?date=0000-01-01", { date: "must not be before year 1" }],
    ["on?date=1599-12-31", { date: "must be between 1600 and 2100" }],
    ["on?date=2101-01-01", { date: "must be between 1600 and 2100" }],
    ["on?date=soon&date=2026-11-23", { date: "must be given once" }],
    ["on?theatre_id=", { theatre_id: "must not be empty" }],
    ["on?show_id=hamilton&show_id=cats", { show_id: "must be given once" }],
    ["on?include=details", { include: "must be one of cast, crew" }],
    ["on?include=cast&dated=", { dated: "must be only" }],
    ["on?dated=only&include=crew", { dated: "needs include=cast" }],
    ["on?last_known=false&include=crew", { last_known: "needs include=cast" }],
    ["on?on=2026-11-23", { on: unknown }],
    ["on?date=soon&show_id=&day=1", { date: notADay, show_id: "must not be empty", day: unknown }],
  ])("%s is 400 with all its issues", async (asked, expected) => {
    const [production] = await read<{ id: string }[]>("productions");
    const response = await service.get(`/api/${asked.replace("cast?", `productions/${production?.id}/cast?`)}`);

    const { error, issues } = (await response.json()) as { error: string; issues: { path: string; message: string }[] };
    const told = Object.fromEntries(issues.map(({ path, message }) => [path, message]));
    expect([response.status, error, told]).toEqual([400, "Invalid request", expected]);
  });

  test("at midnight in London the tag changes by itself where the answer depends on the day, and nowhere else", async () => {
    const theatre = await makeTheatre();
    const [changing, undated] = [await makeRun(), await makeRun()];
    await join(changing.id, "Ada", since({ from: "2026-03-10", to: "2026-11-23" }));
    await join(changing.id, "Ben", since({ from: "2026-05-01" }));
    await join(undated.id, "Cleo");
    const { id } = await makeRun({ opening_date: "2026-03-10" }, { theatre });
    await join(id, "Dan", since({ from: "2026-03-10" }));
    const cast = `productions/${changing.id}/cast`;
    const later = [
      [cast, 200],
      [`${cast}?on=2026-11-24`, 200],
      [`productions/${undated.id}/cast?on=2026-06-01`, 304],
      [`on?theatre_id=${theatre}&include=cast`, 200],
      [`on?theatre_id=${theatre}&include=cast&date=2026-05-01`, 304],
      // Dan is then certainly still in it.
      [`on?theatre_id=${theatre}&include=cast&date=2026-11-24`, 200],
    ] as const;
    const tags = new Map<string, string>();
    for (const [path] of later) tags.set(path, await tagOf(path));
    const statuses = () =>
      Promise.all(later.map(async ([path]) => [path, await statusOf(path, tags.get(path) ?? expect.fail())]));

    now = Date.parse("2026-11-23T23:59:59Z");
    expect(await statuses()).toEqual(later.map(([path]) => [path, 304]));
    now = Date.parse("2026-11-24T00:00:00Z");
    expect(await statuses()).toEqual(later);
    expect(await namesOn(changing.id, "?on=2026-11-24")).toBe("Ben");
    expect((await castOf(changing.id)).map(({ engagements }) => engagements[0]?.ended)).toEqual([true, false]);
  });

  test("a change of anything that is shown is in the next answer", async () => {
    const theatre = await makeTheatre();
    const { id, show } = await makeRun({ opening_date: "2026-03-10", closing_date: "2027-01-01" }, { theatre });
    const member = await join(id, "Ada");
    const path = `on?theatre_id=${theatre}&include=cast`;
    const changes: [path: string, change: object][] = [
      [`shows/${show}`, { name: "Renamed" }],
      [`theatres/${theatre}`, { capacity: 1000 }],
      [`productions/${id}`, { closing_date: "2027-01-02" }],
      [`productions/${id}/details`, { age_from: 12 }],
      [`cast-members/${member}`, { billing_order: 9000 }],
      [`cast-members/${member}/details`, since({ from: "2026-03-10" })],
    ];
    for (const [changed, change] of changes) {
      const before = await tagOf(path);
      await staff.send("PUT", changed, change);
      expect([changed, await statusOf(path, before)]).toEqual([changed, 200]);
    }
    expect((await read<OnDay>(path)).productions).toMatchObject([
      { show: { name: "Renamed" }, theatre: { capacity: 1000 }, days_left: 40, details: { age_from: 12 } },
    ]);
    expect(await namesOn(id, "?on=2027-01-02")).toBe("Ada?");
    await staff.send("PUT", `productions/${id}`, { closing_date: "2027-01-01" });
    expect(await namesOn(id, "?on=2027-01-02")).toBe("");
    await staff.send("DELETE", `productions/${id}?cascade=true`);
    expect(await idsOn(`?theatre_id=${theatre}`)).toEqual([]);
  });

  test("a person's credits are the productions, newest first, with all entries of each", async () => {
    const [old, young] = [await makeRun({ opening_date: "2001-05-01" }), await makeRun({ opening_date: "2011-05-01" })];
    const { id: role_id } = await create("roles", { name: "The Lead", production_id: young.id });
    const { id: person_id } = await create("people", { name: `Ada ${(n += 1)}` });
    const swing = await join(old.id, "Without Parts", {}, { person_id, role_type: "swing" });
    const ensemble = await join(young.id, "Without Parts", { covers: [{ role_id }] }, { person_id, billing_order: 2 });
    const principal = { person_id, role_id, role_type: "principal", billing_order: 1 };
    const lead = await join(young.id, "Without Parts", {}, principal);

    const credits = await read<PersonCredit[]>(`people/${person_id}/credits`);

    const theatre = { id: "palace", name: "Palace Theatre" };
    const listed = async ({ show }: { show: string }) => (await read<object[]>(`productions?show_id=${show}`))[0];
    expect(credits).toEqual([
      { production: await listed(young), theatre, cast_members: await castOf(young.id), crew_members: [] },
      { production: await listed(old), theatre, cast_members: await castOf(old.id), crew_members: [] },
    ]);
    expect(credits.map(({ cast_members }) => cast_members.map(({ id }) => id))).toEqual([[lead, ensemble], [swing]]);
  });

  test("the crew of a production is the list's, beside its cast on a day and in the credits of each person", async () => {
    const { id } = await makeRun({ opening_date: "2026-11-01" });
    const { id: person_id } = await create("people", { name: "Ada" });
    const crew = { person_id, production_id: id };
    await create("cast-members", { ...crew, role_type: "swing" });
    for (const [job, more] of Object.entries({
      producer: { billing_order: 2 },
      other: { credit: "Magic", billing_order: 2 },
      composer: {},
      director: {},
    }))
      await create("crew-members", { ...crew, job, ...more });

    const entries = await read<{ job: string }[]>(`productions/${id}/crew`);

    expect(entries.map(({ job }) => job)).toEqual(["producer", "other", "composer", "director"]);
    expect(entries).toEqual(await read(`crew-members?production_id=${id}`));
    for (const include of ["crew", "cast,crew"])
      expect((await on(`?include=${include}`)).productions.find((one) => one.id === id)).toMatchObject({
        crew: entries,
      });
    const [credit, ...others] = await read<PersonCredit[]>(`people/${person_id}/credits`);
    expect([credit?.cast_members.length, credit?.crew_members, others]).toEqual([1, entries, []]);
    const onlyCrew = await makeRun({ opening_date: "2026-12-01" });
    await create("crew-members", { ...crew, production_id: onlyCrew.id, job: "director" });
    expect((await read<PersonCredit[]>(`people/${person_id}/credits`))[0]).toMatchObject({
      production: { id: onlyCrew.id },
      cast_members: [],
      crew_members: [{ job: "director" }],
    });
  });

  test("the same person, production and job once, of other with another credit; from not after to", async () => {
    const { id: production_id } = await makeRun({ opening_date: "2026-11-01" });
    const [{ id: person_id }, { id: double }] = [
      await create("people", { name: "Bea" }),
      await create("people", { name: "Béa" }),
    ];
    const add = (job: string, credit: string | null, person = person_id) =>
      staff.send("POST", "crew-members", { person_id: person, production_id, job, credit });
    const director = await add("director", null);
    const statuses = [director, await add("director", "Directed by"), await add("other", "A"), await add("other", "B")];
    expect(statuses.map(({ status }) => status)).toEqual([201, 409, 201, 201]);
    expect((await add("other", "B")).status).toBe(409);
    expect(await add("other", null)).toMatchObject({ status: 400, body: { issues: [{ path: "credit" }] } });
    const put = (details: object) => staff.send("PUT", `crew-members/${director.body.id}/details`, details);
    expect((await put({ from: "2026-12", to: "2026-12-05" })).status).toBe(200);
    expect(await put({ from: "2027" })).toMatchObject({ status: 400, body: { issues: [{ path: "to" }] } });

    for (const [job, credit] of [
      ["director", "By"],
      ["other", "B"],
      ["other", "C"],
    ] as const)
      await add(job, credit, double);
    expect((await staff.send("POST", `people/${double}/merge`, { into: person_id })).status).toBe(200);
    const merged = await read<{ job: string; credit: string | null }[]>(`crew-members?production_id=${production_id}`);
    expect(merged.map(({ job, credit }) => `${job} ${credit}`).toSorted()).toEqual([
      "director null",
      "other A",
      "other B",
      "other C",
    ]);
    expect((await staff.send("DELETE", `people/${person_id}`)).body).toMatchObject({
      references: { "crew-members": 4 },
    });
    expect((await staff.send("DELETE", `people/${person_id}?cascade=true`)).status).toBe(200);
    expect(await read(`crew-members?production_id=${production_id}`)).toEqual([]);
  });

  test("the players of a role are those who have it and those who cover it, by the earliest day", async () => {
    const { id } = await makeRun({ opening_date: "2020-01-10" });
    const { id: role_id } = await create("roles", { name: "The Lead", production_id: id });
    const principal = { role_id, role_type: "principal" };
    const covers = [{ role_id, call_order: 1 }];
    await join(id, "Late", since({ from: "2025-02-01" }), principal);
    await join(id, "First", since({ from: "2020-03", to: "2021" }), principal);
    await join(id, "Cover", { ...since({ from: "2023" }), covers });
    await join(id, "Undated", { covers }, { role_type: "swing" });
    await join(id, "Elsewhere");

    const players = await read<CastEntry[]>(`roles/${role_id}/players`);

    expect(players.map(({ person, dated }) => `${person.name}${dated ? "" : ", undated"}`)).toEqual([
      "Undated, undated",
      "First",
      "Cover",
      "Late",
    ]);
  });

  test("the productions of a show are the list's, with their theatres, oldest first", async () => {
    const [id, theatre_id] = [(await makeRun({ opening_date: "2011-05-01" })).show, await makeTheatre()];
    for (const opening_date of ["1999-05-01", "2020-05-01"])
      await create("productions", { show_id: id, theatre_id, opening_date });

    const productions = () => read<HousedProduction[]>(`shows/${id}/productions`);

    const listed = (await read<HousedProduction[]>(`productions?show_id=${id}`)).toReversed();
    expect(listed.map(({ opening_date }) => opening_date)).toEqual(["1999-05-01", "2011-05-01", "2020-05-01"]);
    await staff.send("PUT", `theatres/${theatre_id}`, { name: "The Renamed" });
    const palace = { id: "palace", name: "Palace Theatre" };
    const renamed = { id: theatre_id, name: "The Renamed" };
    expect(await productions()).toEqual(
      listed.map((entry, index) => ({ ...entry, theatre: index === 1 ? palace : renamed })),
    );
  });

  test.each([
    ["productions", "cast", "Production not found"],
    ["people", "credits", "Person not found"],
    ["roles", "players", "Role not found"],
    ["shows", "productions", "Show not found"],
  ])("%s without %s have an empty list; an unknown id is 404, and a parameter 400", async (path, part, error) => {
    const run = (await makeRun()).id;
    const more = { roles: { production_id: run }, shows: { type: "play" } }[path];
    const id = path === "productions" ? run : (await create(path, { name: "Without Parts", ...more })).id;

    expect(await read(`${path}/${String(id)}/${part}`)).toEqual([]);
    expect(await read(`${path}/nothing/${part}`)).toEqual({ error });
    expect((await service.get(`/api/${path}/nothing/${part}?x=1`)).status).toBe(404);
    expect((await service.get(`/api/${path}/${String(id)}/${part}?x=1`)).status).toBe(400);
  });
});
