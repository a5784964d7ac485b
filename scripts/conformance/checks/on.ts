import { check, section, staffCheck } from "../check.ts";
import { type ConformanceResponse, get, header } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, expectError, expectSame, expectStatus, expectThat, isObject } from "../expect.ts";
import {
  byId,
  dayOf,
  daysAround,
  encoded,
  expectOrder,
  fullestProduction,
  type ListedProduction,
  type ListedRun,
  listEntry,
  london,
} from "../listed.ts";
import { lists } from "../lists.ts";
import { daysFrom, presenceOf, runsOn } from "../presence.ts";

/** Contract §14: what is on. Nothing is written. */
section("§14 What is on", () => {
  check(
    "GET /on?include=cast: today's productions by show, with theatre, details, days left and who is in it; a 304 is free",
    async () => {
      const response = await get("/api/on?include=cast");
      const { date, timezone, productions } = expectBody(response, 200) as {
        date: string;
        timezone: string;
        productions: ListedRun[];
      };
      expectSame("date and time zone", [date, timezone], [dayOf(response), "Europe/London"]);
      expectRuns(lists.records("productions") as ListedProduction[], productions, date);
      const theatres = byId(lists.records("theatres"));
      const members = byId(lists.records("cast-members"));
      for (const { id, theatre_id, ["theatre"]: house, cast, cast_known, ...run } of productions) {
        expectSame(`theatre of ${id}`, house, theatres.get(theatre_id));
        expectSame(`cast_known of ${id}`, cast_known, cast.length > 0);
        for (const { certain, ...member } of cast) {
          expectSame(`cast member ${member.id}`, listEntry(member), members.get(member.id));
          const presence = presenceOf(
            date,
            member.engagements,
            { ...run, first_preview: run.details.first_preview },
            date,
          );
          expectSame(`presence of ${member.id}`, certain ? "certain" : "possible", presence);
        }
      }
      const tag = header(response, "etag") ?? "";
      const again = await get("/api/on?include=cast", { "If-None-Match": tag });
      expectStatus(again, 304);
      const left = (one: ConformanceResponse) => Number(header(one, "x-ratelimit-remaining"));
      expectThat("requests left after the 304", left(again) <= left(response), left(again), `${left(response)}`);
    },
  );

  staffCheck(
    "GET /on on other days: filters narrow it, and the cast is that of GET /productions/{id}/cast on that day",
    async () => {
      const production = fullestProduction();
      const [show, house] = [production.show_id, production.theatre_id].map(encodeURIComponent);
      const today = london.format();
      for (const day of daysAround(production, today)) {
        const query = `on?date=${day}&show_id=${show}&theatre_id=${house}&include=cast&dated=only`;
        const { productions } = expectBody(await made.write("GET", query), 200) as { productions: ListedRun[] };
        const own = (lists.records("productions") as ListedProduction[]).filter(
          ({ show_id, theatre_id }) => show_id === production.show_id && theatre_id === production.theatre_id,
        );
        expectRuns(own, productions, day);
        const found = productions.find(({ id }) => id === production.id);
        if (!found) continue;
        const place = `productions/${encoded(production)}/cast?on=${day}&dated=only`;
        expectSame(`cast on ${day}`, found.cast, expectBody(await made.write("GET", place), 200));
      }
      const none = expectBody(await made.write("GET", "on?theatre_id=no-such-theatre"), 200);
      expectSame("productions of an unknown theatre", isObject(none) && none["productions"], []);
    },
  );

  staffCheck("GET /on: an empty, repeated, unknown or malformed parameter is 400 with one issue", async () => {
    const wrong = {
      "date=": "date",
      "date=1599-12-31": "date",
      "date=2101-01-01": "date",
      "date=2026-01-01&date=2026-01-01": "date",
      "show_id=": "show_id",
      "include=people": "include",
      "dated=only": "dated",
      "surprise=1": "surprise",
    };
    for (const [query, path] of Object.entries(wrong)) {
      const { issues } = expectError(await made.write("GET", `on?${query}`), 400, "Invalid request");
      const paths = Array.isArray(issues) && issues.map((issue: unknown) => isObject(issue) && issue["path"]);
      expectSame(`paths of the issues of ?${query}`, paths, [path]);
    }
  });
});

/** @param listed the productions that can be on. @param found those that are, by the service. */
function expectRuns(listed: readonly ListedProduction[], found: readonly ListedRun[], date: string): void {
  const known = byId(listed);
  for (const { theatre: _t, details, days_left, cast: _c, cast_known: _k, ...production } of found as (ListedRun & {
    theatre: unknown;
  })[]) {
    const { id, closing_date } = production;
    expectSame(`production ${id}`, production, known.get(id));
    const run = { ...production, first_preview: details.first_preview };
    expectThat(`production ${id}`, runsOn(date, run), run, `one that runs on ${date}`);
    expectSame(`days_left of ${id}`, days_left, closing_date === null ? null : daysFrom(date, closing_date));
  }
  const ids = new Set(found.map(({ id }) => id));
  // A preview that is not in the list can only add productions.
  const missing = listed.filter((one) => !ids.has(one.id) && runsOn(date, { ...one, first_preview: null }));
  expectSame(
    `productions that run on ${date} and are not listed`,
    missing.map(({ id }) => id),
    [],
  );
  expectOrder(
    "order",
    found.map(({ show, id }) => [show.name.toLowerCase(), id]),
  );
}
