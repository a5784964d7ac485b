import { convertIcsCalendar, type IcsCalendar } from "ts-ics";
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { dayInLondon } from "../../core/dates.ts";
import { log } from "../../core/log.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { burst, freshAddress, quotaOf } from "../../../test/quota-helpers.ts";
import { highLimits, serveFrom, startService, useService, type TestService } from "../../../test/service.ts";
import { staffClient, useStaff } from "../../../test/signed-in.ts";

const dayMilliseconds = 86_400_000;
/** How far a file may be behind the data, in milliseconds (contract §17). */
const maxBehind = 5_000;
const settings = { ...highLimits, NEXTAUTH_URL: "https://listings.example" };
/** Noon of a day, so that it is the same day in London. */
const noonOf = (time: number) => Date.parse(`${dayInLondon(time)}T12:00:00Z`);
const start = noonOf(Date.now());
const dayFromStart = (days: number) => new Date(start + days * dayMilliseconds).toISOString().slice(0, 10);

describe.each(databaseKinds)("calendars (%s)", (databaseKind) => {
  let now = start;
  const service = useService(databaseKind, { settings, now: () => now });
  const staff = useStaff(service);
  beforeEach(() => {
    now = start;
  });

  /** Five seconds later, when a file has every change. */
  const fetchFile = (path: string, headers: Record<string, string> = {}) => {
    now += maxBehind;
    return service.get(path, { redirect: "manual", headers: { "X-Forwarded-For": freshAddress(), ...headers } });
  };

  async function eventsOf(name: string): Promise<NonNullable<IcsCalendar["events"]>> {
    const response = await fetchFile(`/feeds/${name}.ics`);
    expect(response.status).toBe(200);
    return convertIcsCalendar(undefined, await response.text()).events ?? [];
  }

  /** The events of a calendar by their UID: day, text, sequence, status. */
  async function events(name: string) {
    return Object.fromEntries(
      (await eventsOf(name)).map(({ uid, start: at, summary, sequence = 0, status }) => [
        uid.replace("@theatre-listings", ""),
        [at.date.toISOString().slice(0, 10), summary, sequence, status],
      ]),
    );
  }

  const create = async (path: string, body: object) => {
    const { status, body: created } = await staff.send("POST", path, body);
    expect(status).toBe(201);
    return created.id;
  };
  const change = async (path: string, body: object) => {
    const { status } = await staff.send("PUT", path, body);
    expect(status).toBe(200);
  };
  let made = 0;
  async function makeRun(dates: object = {}) {
    made += 1;
    const show = await create("shows", { name: `Fresh Show ${made}`, type: "play" });
    const place = { address: "1, The Strand; London", lat: 51.511, lng: -0.1195 };
    const theatre = await create("theatres", { name: `House ${made}`, ...place });
    const run = { show_id: show, theatre_id: theatre, opening_date: dayFromStart(10), ...dates };
    return { show, theatre, production: await create("productions", run) };
  }

  test("have openings, closings, the last bookable day, and who joins and leaves", async () => {
    const { show, theatre, production } = await makeRun({ closing_date: dayFromStart(90) });
    const first_preview = dayFromStart(3);
    await change(`productions/${production}/details`, { first_preview, press_night: dayFromStart(10) });
    await change(`shows/${show}`, { booking_until: dayFromStart(80) });
    const ada = await create("people", { name: "Ada Quill" });
    const role = await create("roles", { name: "The Lead", production_id: production });
    const assignment = { person_id: ada, production_id: production, role_id: role, role_type: "principal" };
    const member = await create("cast-members", assignment);
    const engagements = [
      { from: dayFromStart(3), to: dayFromStart(40) },
      { from: dayFromStart(60).slice(0, 7), to: null },
    ];
    await change(`cast-members/${member}/details`, { engagements });

    const name = `Fresh Show ${made}`;
    const ofRun = {
      [`production-${production}-first-preview`]: [first_preview, `${name}: first preview`, 0, "CONFIRMED"],
      [`production-${production}-opening`]: [dayFromStart(10), `${name}: press night`, 0, "CONFIRMED"],
    };
    const later = {
      [`show-${show}-booking`]: [dayFromStart(80), `${name}: last bookable day`, 0, "CONFIRMED"],
      [`production-${production}-closing`]: [dayFromStart(90), `${name}: last performance`, 0, "CONFIRMED"],
    };
    const ofAda = {
      [`cast-member-${member}-1-joining`]: [first_preview, `Ada Quill joins ${name}`, 0, "CONFIRMED"],
      [`cast-member-${member}-1-leaving`]: [dayFromStart(40), `Ada Quill leaves ${name}`, 0, "CONFIRMED"],
    };
    for (const feed of [`shows/${show}`, `theatres/${theatre}`, `people/${ada}`])
      expect([feed, await events(feed)]).toEqual([feed, { ...ofRun, ...ofAda, ...later }]);
    expect(await events("west-end")).toMatchObject({ ...ofRun, ...ofAda, ...later });
    expect((await eventsOf(`people/${ada}`)).find(({ uid }) => uid.includes("1-joining"))).toMatchObject({
      start: { type: "DATE" },
      location: `House ${made}, 1, The Strand; London`,
      geo: "51.511;-0.1195",
      description: "The Lead (principal)",
      timeTransparent: "TRANSPARENT",
      categories: ["Joining"],
    });
  });

  test("of a show's performances have those of 60 days with their times, also when the clocks change", async () => {
    const later = noonOf(Date.parse("2027-10-29"));
    const { show, production } = await makeRun({ opening_date: "2027-10-01" });
    const special = { note: null, date: "2027-10-31", time: "19:30" };
    await change(`productions/${production}/details`, {
      running_minutes: 165,
      schedule: [
        { day: "sat", time: "14:30" },
        { day: "sun", time: "19:30" },
        { day: "tue", time: "19:30", from: "2027-12-25" },
      ],
      performances: [
        { ...special, kind: "captioned" },
        { ...special, kind: "bsl", note: "In the stalls" },
        { ...special, date: "2027-11-07", kind: "cancelled" },
      ],
    });
    const feed = `shows/${show}/performances`;
    now = later;
    const found = await eventsOf(feed);
    const at = (index: number) => found[index]?.start.date.toISOString();

    // Nine Saturdays and eight Sundays without the cancelled one. The Tuesdays begin on the 61st day.
    expect(found).toHaveLength(17);
    expect([at(0), at(1), at(2)]).toEqual([
      "2027-10-30T13:30:00.000Z",
      "2027-10-31T19:30:00.000Z",
      "2027-11-06T14:30:00.000Z",
    ]);
    expect(found[0]?.summary).toBe(`Fresh Show ${made} (matinee)`);
    expect(found[1]).toMatchObject({
      uid: `production-${production}-2027-10-31-1930@theatre-listings`,
      summary: `Fresh Show ${made}`,
      description: "Captioned, BSL interpreted. In the stalls",
      location: `House ${made}, 1, The Strand; London`,
    });
    expect(found[1]?.end?.date.toISOString()).toBe("2027-10-31T22:15:00.000Z");

    const sequence = found[1]?.sequence ?? Infinity;
    now = start;
    await change(`shows/${show}`, { name: `Renamed ${made}` });
    now = later + maxBehind;
    expect((await eventsOf(feed))[1]?.sequence).toBeGreaterThan(sequence);
    expect((await fetchFile("/feeds/shows/unknown/performances.ics")).status).toBe(404);
    const tag = (await fetchFile(`/feeds/${feed}.ics`)).headers.get("etag") ?? "";
    expect((await fetchFile(`/feeds/${feed}.ics`, { "If-None-Match": tag })).status).toBe(304);
  });

  test("keep a date's UID when it moves, and raise its SEQUENCE when its day or its text changes", async () => {
    const { show, production } = await makeRun({ closing_date: dayFromStart(90) });
    const [opening, closing] = [`production-${production}-opening`, `production-${production}-closing`];
    const sequences = async () => {
      const found = await events(`shows/${show}`);
      return [found[opening]?.[2], found[closing]?.[2]];
    };
    expect(await sequences()).toEqual([0, 0]);

    await change(`productions/${production}`, { closing_date: dayFromStart(120) });
    expect(await sequences()).toEqual([0, 1]);
    expect((await events(`shows/${show}`))[closing]?.[0]).toBe(dayFromStart(120));

    await change(`shows/${show}`, { name: `Renamed ${made}` });
    expect(await sequences()).toEqual([1, 2]);

    await change(`shows/${show}`, { description: "No date depends on it." });
    const person = await create("people", { name: "Ben Oke" });
    await create("cast-members", { person_id: person, production_id: production, role_type: "swing" });
    expect(await sequences()).toEqual([1, 2]);
    expect(Object.keys(await events(`people/${person}`))).toEqual([opening, closing]);
  });

  test("follow a change by plain SQL, and a date that comes back", async () => {
    const { show, production } = await makeRun({ closing_date: dayFromStart(90) });
    const closing = async () => (await events(`shows/${show}`))[`production-${production}-closing`];
    await closing();
    const { database } = service.infrastructure;
    const steps = [
      [dayFromStart(91), dayFromStart(91), "CONFIRMED"],
      [null, dayFromStart(91), "CANCELLED"],
      [dayFromStart(92), dayFromStart(92), "CONFIRMED"],
    ];
    for (const [index, [set, day, status]] of steps.entries()) {
      await database.query("UPDATE productions SET closing_date = $1::date WHERE id = $2", [set, production]);
      expect(await closing()).toMatchObject([day, {}, index + 1, status]);
    }
  });

  test("show a withdrawn date and those of a deleted record as cancelled for 90 days", async () => {
    const { show, theatre, production } = await makeRun({ closing_date: dayFromStart(200) });
    const statuses = async (feed: string) => Object.values(await events(feed)).map(([, , , status]) => status);
    expect(await statuses(`theatres/${theatre}`)).toEqual(["CONFIRMED", "CONFIRMED"]);

    await change(`productions/${production}`, { closing_date: null });
    expect(await statuses(`theatres/${theatre}`)).toEqual(["CONFIRMED", "CANCELLED"]);

    expect((await staff.send("DELETE", `productions/${production}`)).status).toBe(200);
    expect((await staff.send("DELETE", `shows/${show}`)).status).toBe(200);
    expect((await fetchFile(`/feeds/shows/${show}.ics`)).status).toBe(404);
    expect(await statuses(`theatres/${theatre}`)).toEqual(["CANCELLED", "CANCELLED"]);

    // By the clock of the database, whose day may have ended meanwhile.
    const [withdrawn] = await service.infrastructure.database.query(
      `SELECT extract(epoch FROM min(cancelled_at))::float8 AS first, extract(epoch FROM max(cancelled_at))::float8 AS last
       FROM calendar_events WHERE id LIKE $1`,
      [`production-${production}-%`],
    );
    const { first, last } = withdrawn as { first: number; last: number };
    now = noonOf(first * 1_000) + 90 * dayMilliseconds;
    expect(await statuses(`theatres/${theatre}`)).toEqual(["CANCELLED", "CANCELLED"]);
    now = noonOf(last * 1_000) + 91 * dayMilliseconds;
    expect(await statuses(`theatres/${theatre}`)).toEqual([]);
  });

  test("of the West End begin 90 days back; a show's own has every date", async () => {
    const old = await makeRun({ opening_date: dayFromStart(-91) });
    const recent = await makeRun({ opening_date: dayFromStart(-90) });

    const found = Object.keys(await events("west-end"));

    expect(found).not.toContain(`production-${old.production}-opening`);
    expect(found).toContain(`production-${recent.production}-opening`);
    expect(Object.keys(await events(`shows/${old.show}`))).toEqual([`production-${old.production}-opening`]);
    now = start + dayMilliseconds;
    expect(Object.keys(await events("west-end"))).not.toContain(`production-${recent.production}-opening`);
  });

  test("are RFC 5545: lines of at most 75 octets that end with CRLF, and escaped text", async () => {
    const { show } = await makeRun();
    const name = `Ünïcode, “quotes”; back\\slash ${"é🎭".repeat(40)}`;
    await change(`shows/${show}`, { name });

    const text = await (await fetchFile(`/feeds/shows/${show}.ics`)).text();

    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    const lines = text.split("\r\n").slice(0, -1);
    expect(lines.filter((line) => line === "" || /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([]);
    const whole = text.replaceAll("\r\n ", "").split("\r\n");
    const escaped = name.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;");
    expect(whole).toContain(`NAME:${escaped}`);
    expect(whole).toContain(`SUMMARY:${escaped}: opening`);
    expect(whole).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT12H");
    expect(whole).toContain(`SOURCE;VALUE=URI:https://listings.example/feeds/shows/${show}.ics`);
    expect((await eventsOf(`shows/${show}`))[0]?.summary).toBe(`${name}: opening`);
  });

  test("hold no control character, and no line end that a record's texts could add", async () => {
    const { show, theatre, production } = await makeRun();
    const broken = "A\r\nATTENDEE:eve\rB\nC\tD\u0007\v\f\u001c\u007f\u0085\u2028\u2029E";
    const { database } = service.infrastructure;
    // Others who share the service could not read them.
    onTestFinished(async () => {
      for (const [table, id] of Object.entries({ productions: production, shows: show, theatres: theatre }))
        await database.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    });
    await database.query("UPDATE shows SET name = $1 WHERE id = $2", [broken, show]);
    await database.query("UPDATE theatres SET name = $1, address = $1 WHERE id = $2", [broken, theatre]);
    const address = `https://example.com/${broken}`;
    await database.query("UPDATE productions SET booking_url = $1 WHERE id = $2", [address, production]);

    for (const feed of [`shows/${show}`, `theatres/${theatre}`, "west-end"]) {
      const text = await (await fetchFile(`/feeds/${feed}.ics`)).text();
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      // As `str.splitlines()` of Python, which many readers use.
      const lines = text.replace(/\r\n$/, "").split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
      expect(lines).toEqual(text.split("\r\n").slice(0, -1));
      const { events: found = [] } = convertIcsCalendar(undefined, text);
      expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(found.length);
      const own = found.find(({ uid }) => uid.includes(production));
      const clean = "A\nATTENDEE:eve\nB\nC D        E";
      expect(own).toMatchObject({ summary: `${clean}: opening`, location: `${clean}, ${clean}` });
    }
  });

  test("of a merged record redirect to the survivor's; an unknown one is 404", async () => {
    const [from, into] = [await create("people", { name: "Ann One" }), await create("people", { name: "Ann Two" })];
    expect((await staff.send("POST", `people/${from}/merge`, { into })).status).toBe(200);

    const moved = await fetchFile(`/feeds/people/${from}.ics`);
    const unknown = await fetchFile("/feeds/people/unknown.ics");

    expect([moved.status, moved.headers.get("location")]).toEqual([308, `/feeds/people/${into}.ics`]);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: "Person not found" }]);
  });

  test("are compressed, are sent to HEAD, take no other methods, and touch no quota", async () => {
    const headers = { "X-Forwarded-For": freshAddress() };
    const response = await fetchFile("/feeds/west-end.ics", { ...headers, "Accept-Encoding": "br" });
    const ask = async (method: string) => {
      const { status, headers: told } = await service.get("/feeds/west-end.ics", { method, headers });
      return [status, told.get("allow")];
    };

    const expected = { "content-encoding": "br", vary: "Accept-Encoding", "x-content-type-options": "nosniff" };
    expect(Object.fromEntries(response.headers)).toMatchObject(expected);
    const allow = "GET, HEAD, OPTIONS";
    expect([await ask("HEAD"), await ask("POST"), await ask("OPTIONS")]).toEqual([
      [200, null],
      [405, allow],
      [204, allow],
    ]);
    const { limit, remaining } = quotaOf(await service.get("/api/quota", { headers }));
    expect(remaining).toBe(limit);
  });

  test("and downloads and 304s are together 60 files a minute for one address", async () => {
    now = Date.parse("2026-11-23T12:00:30Z");
    const files = ["/feeds/west-end.ics", "/downloads/shows.csv", "/feeds/shows/nothing.ics"];
    const address = freshAddress();
    const ask = (path: string, from = address) =>
      service.get(path, { headers: { "X-Forwarded-For": from, "If-None-Match": "*" } });

    const { statuses } = await burst(70, (index) => ask(files[index % 3] ?? expect.fail()));
    expect(statuses).toEqual({ 304: 40, 404: 20, 429: 10 });
    const refused = await ask("/downloads/all.zip");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await refused.json()).toMatchObject({ error: "Rate limit exceeded", limit: 60 });
    expect((await ask("/feeds/west-end.ics", freshAddress())).status).toBe(304);
    expect((await ask("/api/shows")).status).toBe(304);
    now += 30_000;
    expect((await ask("/feeds/west-end.ics")).status).toBe(304);
  });

  test("are served while their dates can't be stored", async () => {
    const { database } = service.infrastructure;
    const { show } = await makeRun();
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    await database.query("ALTER TABLE calendar_events ADD CONSTRAINT full_disk CHECK (id = '') NOT VALID", []);

    const response = await fetchFile(`/feeds/shows/${show}.ics`);

    await database.query("ALTER TABLE calendar_events DROP CONSTRAINT full_disk", []);
    expect([response.status, warn.mock.calls.length]).toEqual([200, 1]);
    expect(await response.text()).toContain(`SUMMARY:Fresh Show ${made}: opening`);
  });
});

test.skipIf(inject("postgresUrl") === null)("two instances serve the same bytes and count together", async () => {
  let now = start;
  const one = await startService("server", { settings, now: () => now });
  onTestFinished(() => one.close());
  const url = one.infrastructure.settings.DATABASE_URL ?? expect.fail();
  const other = await serveFrom({ ...settings, DATABASE_URL: url }, { now: () => now });
  onTestFinished(() => other.close());
  const staff = await staffClient(one);
  const read = async (service: TestService, path = "/feeds/west-end.ics") => {
    const response = await service.get(path, { headers: { "X-Forwarded-For": freshAddress() } });
    return response.headers.get("etag");
  };
  expect(await read(one, "/downloads/all.zip")).toBe(await read(other, "/downloads/all.zip"));

  for (let round = 0; round < 5; round += 1) {
    await staff.send("PUT", "shows/hamilton", { name: `Hamilton ${round}` });
    now += maxBehind;
    const [tag, ...others] = await Promise.all([read(one), read(other), read(other), read(one)]);
    expect(others).toEqual([tag, tag, tag]);
  }
  const text = await (await one.get("/feeds/shows/hamilton.ics")).text();
  expect([...text.matchAll(/SEQUENCE:(\d+)/g)].map(([, sequence]) => Number(sequence))).toContain(4);
  expect(text).not.toContain("SEQUENCE:5\r\n");

  const headers = { "X-Forwarded-For": freshAddress() };
  const { statuses } = await burst(66, (index) => (index % 2 ? one : other).get("/downloads/roles.csv", { headers }));
  expect(statuses).toEqual({ 200: 60, 429: 6 });
});
