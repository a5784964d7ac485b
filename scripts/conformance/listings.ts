import assert from "node:assert/strict";
import { bodyOf, check, errorOf, expectHeader, expectStatus, same, section, staffCheck, wrongFields } from "./check.ts";
import { type Answer, asStaff, get, header, nameOf, settings, tagOf, textOf } from "./client.ts";
import { byId, idsOf, type PublicRecord, recordsOf, resources } from "./lists.ts";
import { readQuota } from "./quota.ts";

type Run = PublicRecord & { opening_date: string; closing_date: string | null };
type RunToday = Run & {
  theatre: unknown;
  details: unknown;
  days_left: unknown;
  cast_known: boolean;
  cast: PublicRecord[];
};

/** With the session, because an anonymous caller's requests of a day would not be enough. */
const read = async (path: string) => bodyOf(await asStaff("GET", path)) as PublicRecord[];
const listEntry = ({ engagements: _e, covers: _c, dated: _d, certain: _s, ...entry }: PublicRecord) => entry;

/** Nothing is written. */
section("§13 Who was in it, §14 what is on", () => {
  check("GET /on?include=cast: the productions that run today, with theatre, days left and cast", async () => {
    const answer = await get("/api/on?include=cast");
    const { date, timezone, productions } = bodyOf(answer) as {
      date: string;
      timezone: string;
      productions: RunToday[];
    };
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });
    same("day", [date, timezone], [today.format(Date.parse(header(answer, "date") ?? "")), "Europe/London"]);
    const [theatres, members, runs] = [byId("theatres"), byId("cast-members"), byId("productions")];
    for (const { theatre, details: _d, performances: _p, days_left, cast, cast_known, ...run } of productions) {
      const { id, closing_date } = run;
      same(`production ${id}`, [run, theatre], [runs.get(id), theatres.get(String(run["theatre_id"]))]);
      const left = closing_date === null ? null : (Date.parse(closing_date) - Date.parse(date)) / 86_400_000;
      same(`days left of ${id}`, [days_left, left === null || left >= 0, cast_known], [left, true, cast.length > 0]);
      for (const member of cast) same(`cast of ${id}`, listEntry(member), members.get(member.id));
    }
    const runsToday = ({ opening_date: first, closing_date: last }: Run) =>
      first <= date && (last === null || date <= last);
    const missing = ([...runs.values()] as Run[]).filter(
      (run) => runsToday(run) && !productions.some(({ id }) => id === run.id),
    );
    same("productions that run and are not listed", idsOf(missing), []);
    expectStatus(await get("/api/on?include=cast", { "If-None-Match": tagOf(answer) }), 304);
    for (const query of ["date=1599-12-31", "dated=only", "surprise=1"])
      same(query, wrongFields(await get(`/api/on?${query}`)), [query.split("=")[0]]);
  });

  staffCheck("GET /productions/{id}/cast: the entries of the list; on a day those of GET /on", async () => {
    const [{ production_id }] = recordsOf("cast-members");
    const { id, show_id, opening_date } = byId("productions").get(String(production_id)) as Run;
    const cast = await read(`productions/${id}/cast`);
    same(
      "cast",
      cast.map(listEntry),
      recordsOf("cast-members").filter((entry) => entry["production_id"] === id),
    );
    const query = `on?date=${String(opening_date)}&show_id=${String(show_id)}&include=cast`;
    const { productions } = (await read(query)) as unknown as { productions: RunToday[] };
    const onFirstDay = await read(`productions/${id}/cast?on=${String(opening_date)}`);
    same("cast on the first day", productions.find((run) => run.id === id)?.cast, onFirstDay);
  });
});

section("§15 Search", () => {
  staffCheck("GET /search?q=: whole names come first; no text is 400", async () => {
    for (const path of ["shows", "theatres", "people", "roles"]) {
      const name = String(recordsOf(path)[0]["name"]);
      const q = encodeURIComponent([...name].slice(0, 100).join(""));
      const results = (await read(`search?limit=50&q=${q}`)) as unknown as Record<string, PublicRecord[]>;
      const first = results[path]?.[0];
      same(`the first of ${path}`, [first, first?.["name"]], [byId(path).get(first?.id ?? ""), name]);
    }
    same("no text", wrongFields(await asStaff("GET", "search?q=%21")), ["q"]);
  });

  staffCheck("GET /search/{resource}: pages hold the list, in its order; filters and sort narrow it", async () => {
    for (const { path } of resources) {
      const first = await asStaff("GET", `search/${path}?limit=100&count=exact`);
      const next = /^<\/api\/([^>]+)>; rel="next"/.exec(header(first, "link") ?? "")?.[1];
      const pages = [...(bodyOf(first) as PublicRecord[]), ...(next === undefined ? [] : await read(next))];
      same(path, pages, recordsOf(path).slice(0, 200));
      expectHeader(first, "x-total-count", String(recordsOf(path).length));
      same("wrong", wrongFields(await asStaff("GET", `search/${path}?surprise=1`)), ["surprise"]);
    }
    const runs = recordsOf("productions");
    const day = String(runs[Math.floor(runs.length / 2)]?.["opening_date"]);
    const key = ({ opening_date, id }: PublicRecord) => `${String(opening_date)} ${id}`;
    const later = runs.filter(({ opening_date }) => String(opening_date) >= day);
    const ids = later.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => ({ id }));
    same("sorted", await read(`search/productions?opening_from=${day}&sort=opening_date&fields=id`), ids);
  });
});

section("§16 Updates", () => {
  check("GET /updates: an empty page is its own next one, and polling it is a 304", async () => {
    const path = "/api/updates?afterChangeNumber=999999999999&kind=theatre,show";
    const answer = await get(path);
    const { next, items } = bodyOf(answer) as { next: string; items: unknown[] };
    same("page", [items, next.replace(/^https?:..[^/]+/, "")], [[], path]);
    expectStatus(await get(path, { "If-None-Match": tagOf(answer) }), 304);
    same("unknown kind", wrongFields(await get("/api/updates?kind=opera")), ["kind"]);
  });
});

section("§17 Calendars and downloads", () => {
  check("Calendars have all-day events, downloads the records of the lists; neither is counted", async () => {
    const before = await readQuota();
    const [run] = recordsOf("productions");
    for (const path of ["west-end", `shows/${encodeURIComponent(String(run["show_id"]))}`]) {
      const text = textOf(await fetchFile(`/feeds/${path}.ics`, "text/calendar; charset=utf-8"));
      assert(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/.test(text), `${path}.ics is a calendar`);
      const uids: string[] = text.match(/(?<=\r\nUID:).*(?=\r\n)/g) ?? [];
      const events = text.match(/\r\nDTSTART;VALUE=DATE:\d{8}\r\n/g) ?? [];
      same("unique UIDs", [new Set(uids).size, events.length], [uids.length, uids.length]);
      if (path !== "west-end")
        assert(uids.includes(`production-${run.id}-opening@theatre-listings`), "the opening of the production");
    }
    const performances = `/feeds/shows/${encodeURIComponent(String(run["show_id"]))}/performances.ics`;
    const times = textOf(await fetchFile(performances, "text/calendar; charset=utf-8"));
    same("whole days", times.match(/DTSTART;VALUE=DATE:/g), null);
    const lines = textOf(await fetchFile("/downloads/theatres.ndjson", "application/x-ndjson; charset=utf-8")).trim();
    const records = lines.split("\n").map((line) => JSON.parse(line) as PublicRecord);
    same("ids of theatres.ndjson", idsOf(records), idsOf(recordsOf("theatres")));
    const table = textOf(await fetchFile("/downloads/theatres.csv", "text/csv; charset=utf-8")).replace("\uFEFF", "");
    same("columns of theatres.csv", table.split("\r\n")[0], Object.keys(recordsOf("theatres")[0]).join(","));
    const archive = (await fetchFile("/downloads/all.zip", "application/zip")).bytes.toString("latin1");
    assert(archive.startsWith("PK\u0003\u0004") && archive.includes("LICENSE.txt"), "all.zip is an archive");
    errorOf(await get("/feeds/shows/no-record-has-this-id.ics"), 404, "Show not found");
    expectStatus(await get("/downloads/nothing.csv"), 404);
    same("remaining requests", (await readQuota()).remaining, before.remaining);
  });

  if (settings.isExhausting)
    check("The request after 60 in a minute is 429 with Retry-After", async () => {
      // The minute may end in between.
      for (let sent = 0; sent < 121; sent += 1) {
        const answer = await get("/feeds/west-end.ics", { "If-None-Match": "*" });
        if (answer.status === 429) return expectHeader(answer, "retry-after", /^([1-9]|[1-5]\d|60)$/);
      }
      assert.fail("121 requests were admitted");
    });
});

/** A file with the headers that all of them have, and its 304. */
async function fetchFile(path: string, type: string): Promise<Answer> {
  const answer = await get(path);
  const headers = { "content-type": type, "cache-control": "public, max-age=3600", "x-ratelimit-limit": null };
  for (const [name, value] of Object.entries(headers)) expectHeader(answer, name, value);
  expectHeader(answer, "access-control-allow-origin", "*");
  expectHeader(answer, "Link", /; rel="license"$/);
  const again = await get(path, { "If-None-Match": tagOf(answer) });
  same(`${nameOf(again)} again`, [answer.status, again.status, tagOf(again)], [200, 304, tagOf(answer)]);
  return answer;
}
