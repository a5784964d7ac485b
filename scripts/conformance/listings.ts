import assert from "node:assert/strict";
import { type Answer, asStaff, check, get, same, section, settings, staffCheck } from "./client.ts";
import { answerOf, byId, idsOf, type PublicRecord, read, recordsOf, resources } from "./deployment.ts";

type Run = PublicRecord & { opening_date: string; closing_date: string | null };
const listEntry = ({ engagements: _e, covers: _c, dated: _d, certain: _s, ...entry }: PublicRecord) => entry;

section("§13 Who was in it, §14 what is on", () => {
  check("GET /on?include=cast: what runs today in London, with theatre, days left and cast", async () => {
    const answer = await get("/api/on?include=cast");
    const { date, productions } = answer.body() as { date: string; productions: (Run & { cast: PublicRecord[] })[] };
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });
    same("day", date, today.format(Date.parse(answer.header("date") ?? "")));
    const missing = (answerOf("productions").body() as Run[]).filter(
      ({ id, opening_date: first, closing_date: last }) =>
        first <= date && (last === null || date <= last) && !productions.some((run) => run.id === id),
    );
    same("productions that run and are not listed", idsOf(missing), []);
    const [theatres, members] = [byId("theatres"), byId("cast-members")];
    for (const { id, theatre_id, closing_date, theatre, days_left, cast } of productions) {
      same(`theatre of ${id}`, theatre, theatres.get(String(theatre_id)));
      const left = closing_date === null ? null : (Date.parse(closing_date) - Date.parse(date)) / 86_400_000;
      same(`days left of ${id}`, days_left, left);
      for (const member of cast) same(`cast of ${id}`, listEntry(member), members.get(member.id));
    }
    (await get("/api/on?include=cast", { "If-None-Match": answer.tag })).expectStatus(304);
    for (const query of ["date=1599-12-31", "dated=only", "surprise=1"])
      same(query, (await get(`/api/on?${query}`)).wrongFields(), [query.split("=")[0]]);
  });

  staffCheck("GET /productions/{id}/cast: the entries of the list", async () => {
    const [{ production_id: id }] = recordsOf("cast-members");
    const cast = await read<PublicRecord[]>(`productions/${String(id)}/cast`);
    const entries = recordsOf("cast-members").filter((entry) => entry["production_id"] === id);
    same("cast", cast.map(listEntry), entries);
  });
});

section("§15 Search", () => {
  staffCheck("GET /search?q=: whole names come first; no text is 400", async () => {
    for (const path of ["shows", "theatres", "people", "roles"]) {
      const name = String(recordsOf(path)[0]["name"]);
      const q = encodeURIComponent([...name].slice(0, 100).join(""));
      const results = await read<Record<string, PublicRecord[]>>(`search?limit=50&q=${q}`);
      const first = results[path]?.[0];
      same(`the first of ${path}`, [first, first?.["name"]], [byId(path).get(first?.id ?? ""), name]);
    }
    same("no text", (await asStaff("GET", "search?q=%21")).wrongFields(), ["q"]);
  });

  staffCheck("GET /search/{resource}: pages hold the list, in its order; an unknown parameter is 400", async () => {
    for (const { path } of resources) {
      const first = await asStaff("GET", `search/${path}?limit=100&count=exact`);
      const next = /^<\/api\/([^>]+)>; rel="next"/.exec(first.header("link") ?? "")?.[1];
      const pages = [
        ...(first.body() as PublicRecord[]),
        ...(next === undefined ? [] : await read<PublicRecord[]>(next)),
      ];
      same(path, pages, recordsOf(path).slice(0, 200));
      first.expectHeader("x-total-count", String(recordsOf(path).length));
      same("wrong", (await asStaff("GET", `search/${path}?surprise=1`)).wrongFields(), ["surprise"]);
    }
  });
});

section("§16 Updates", () => {
  check("GET /updates: an empty page is its own next one, and polling it is a 304", async () => {
    const path = "/api/updates?afterChangeNumber=999999999999&kind=theatre,show";
    const answer = await get(path);
    const { next, items } = answer.body() as { next: string; items: unknown[] };
    same("page", [items, next.replace(/^https?:..[^/]+/, "")], [[], path]);
    (await get(path, { "If-None-Match": answer.tag })).expectStatus(304);
    same("unknown kind", (await get("/api/updates?kind=opera")).wrongFields(), ["kind"]);
  });
});

section("§17 Calendars and downloads", () => {
  check("Calendars have all-day events, downloads the records of the lists; neither is counted", async () => {
    const [run] = recordsOf("productions");
    for (const path of ["west-end", `shows/${encodeURIComponent(String(run["show_id"]))}`]) {
      const text = (await fetchFile(`/feeds/${path}.ics`, "text/calendar; charset=utf-8")).text;
      assert(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/.test(text), `${path}.ics is a calendar`);
      const uids: string[] = text.match(/(?<=\r\nUID:).*(?=\r\n)/g) ?? [];
      const events = text.match(/\r\nDTSTART;VALUE=DATE:\d{8}\r\n/g) ?? [];
      same("unique UIDs", [new Set(uids).size, events.length], [uids.length, uids.length]);
      if (path !== "west-end")
        assert(uids.includes(`production-${run.id}-opening@theatre-listings`), "the opening of the production");
    }
    const lines = (await fetchFile("/downloads/theatres.ndjson", "application/x-ndjson; charset=utf-8")).text.trim();
    const records = lines.split("\n").map((line) => JSON.parse(line) as PublicRecord);
    same("ids of theatres.ndjson", idsOf(records), idsOf(recordsOf("theatres")));
    const table = (await fetchFile("/downloads/theatres.csv", "text/csv; charset=utf-8")).text.replace("\uFEFF", "");
    same("columns of theatres.csv", table.split("\r\n")[0], Object.keys(recordsOf("theatres")[0]).join(","));
    const archive = (await fetchFile("/downloads/all.zip", "application/zip")).bytes.toString("latin1");
    assert(archive.startsWith("PK\u0003\u0004") && archive.includes("LICENSE.txt"), "all.zip is an archive");
    (await get("/feeds/shows/no-record-has-this-id.ics")).errorBody(404, "Show not found");
    (await get("/downloads/nothing.csv")).expectStatus(404);
  });

  if (settings.CONFORMANCE_EXHAUST)
    check("The request after 60 in a minute is 429 with Retry-After", async () => {
      // The minute may end in between.
      for (let sent = 0; sent < 121; sent += 1) {
        const answer = await get("/feeds/west-end.ics", { "If-None-Match": "*" });
        if (answer.status === 429) return answer.expectHeader("retry-after", /^([1-9]|[1-5]\d|60)$/);
      }
      assert.fail("121 requests were admitted");
    });
});

/** A file with the headers that all of them have, and its 304. */
async function fetchFile(path: string, type: string): Promise<Answer> {
  const answer = await get(path);
  const headers = { "content-type": type, "cache-control": "public, max-age=3600", "x-ratelimit-limit": null };
  for (const [name, value] of Object.entries(headers)) answer.expectHeader(name, value);
  answer.expectHeader("access-control-allow-origin", "*");
  answer.expectHeader("Link", /; rel="license"$/);
  const again = await get(path, { "If-None-Match": answer.tag });
  same(`${again.name} again`, [answer.status, again.status, again.tag], [200, 304, answer.tag]);
  return answer;
}
