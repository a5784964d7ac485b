import { section, type CheckContext } from "../check.ts";
import { header, requestName, responseText, type Client, type ConformanceResponse } from "../client.ts";
import { expectError, expectSame, expectStatus, expectThat, NotCheckable } from "../expect.ts";
import { readQuota } from "../quota.ts";

const filesPerMinute = 60;

/** Contract §17: calendars and downloads. They are outside `/api` and count in no quota. */
export const files = section("§17 Calendars and downloads", [
  {
    name: "/feeds/west-end.ics is a calendar of all-day events, each with its own UID, a SEQUENCE and a STATUS",
    run: async ({ client }) => {
      const events = eventsIn(await fetchFile(client, "/feeds/west-end.ics", "text/calendar; charset=utf-8"));
      const uids = events.map((event) => event["UID"]);
      expectSame("repeated UIDs", uids.length - new Set(uids).size, 0);
    },
  },
  {
    name: "/feeds/shows/{id}.ics, theatres and people have the opening of a production under the same UID",
    run: async (world) => {
      const [member] = world.lists.records("cast-members", 1);
      const production = world.lists.records("productions").find(({ id }) => id === member?.["production_id"]);
      if (!production) throw new NotCheckable("no production of a cast member was read");
      for (const [path, field] of [
        ["shows", "show_id"],
        ["theatres", "theatre_id"],
      ]) {
        const place = `/feeds/${path}/${encodeURIComponent(String(production[field ?? ""]))}.ics`;
        const events = eventsIn(await fetchFile(world.client, place, "text/calendar; charset=utf-8"));
        const opening = events.find((event) => event["UID"] === `production-${production.id}-opening@theatre-listings`);
        const day = String(production["opening_date"]).replaceAll("-", "");
        expectSame(`opening in ${place}`, opening?.["DTSTART;VALUE=DATE"], day);
      }
      const person = `/feeds/people/${encodeURIComponent(String(member?.["person_id"]))}.ics`;
      eventsIn(await fetchFile(world.client, person, "text/calendar; charset=utf-8"));
    },
  },
  {
    name: "/downloads/{resource}.csv and .ndjson have the records of the list, in its order",
    run: async ({ client, lists }) => {
      const records = lists.records("theatres");
      const lines = responseText(
        await fetchFile(client, "/downloads/theatres.ndjson", "application/x-ndjson; charset=utf-8"),
      );
      const parsed = lines
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { id?: unknown; details?: unknown });
      const ids = records.map(({ id }) => id);
      expectSame(
        "ids of /downloads/theatres.ndjson",
        parsed.map(({ id }) => id),
        ids,
      );
      expectSame("lines without details", parsed.filter(({ details }) => details === undefined).length, 0);
      const table = responseText(await fetchFile(client, "/downloads/theatres.csv", "text/csv; charset=utf-8"));
      const head = table.replace("\uFEFF", "").split("\r\n")[0];
      if (records[0]) expectSame("columns of /downloads/theatres.csv", head, Object.keys(records[0]).join(","));
    },
  },
  {
    name: "/downloads/all.zip is an archive of them with LICENSE.txt",
    run: async ({ client }) => {
      const archive = await fetchFile(client, "/downloads/all.zip", "application/zip");
      const bytes = archive.bytes.toString("latin1");
      const names = ["LICENSE.txt", "README.txt", "shows.csv", "cast-members.ndjson"];
      const isArchive = bytes.startsWith("PK\u0003\u0004") && names.every((name) => bytes.includes(name));
      expectThat("all.zip", isArchive, names, "a ZIP archive with these files");
    },
  },
  {
    name: "An unknown calendar or download is 404, another method 405, and none changes a quota",
    run: async ({ client, start }) => {
      const before = await readQuota(client);
      for (const path of ["/feeds/shows/no-record-has-this-id.ics", "/feeds/nothing", "/downloads/nothing.csv"])
        expectStatus(await client.get(path), 404);
      expectError(await client.get("/feeds/shows/no-record-has-this-id.ics"), 404, "Show not found");
      expectError(await client.send("/feeds/west-end.ics", { method: "POST" }), 405, "Method not allowed");
      const after = await readQuota(client);
      expectSame(`remaining requests of the ${start.tier}`, after.remaining, before.remaining);
    },
  },
]);

export const fileExhaustion = section("§17 Calendars and downloads", [
  {
    name: `The request after ${filesPerMinute} in a minute is 429 with Retry-After`,
    run: async ({ client }: CheckContext) => {
      // The minute may end in between.
      for (let asked = 0; asked < 2 * filesPerMinute + 1; asked += 1) {
        const answer = await client.get("/feeds/west-end.ics", { "If-None-Match": "*" });
        if (answer.status !== 429) continue;
        const seconds = Number(header(answer, "retry-after"));
        expectThat(`Retry-After of ${requestName(answer)}`, seconds >= 1 && seconds <= 60, seconds, "1 to 60 seconds");
        return;
      }
      throw new NotCheckable("the service took more than a minute for each 60");
    },
  },
]);

/** A file with the headers that all of them have, and its 304. */
async function fetchFile(client: Client, path: string, type: string): Promise<ConformanceResponse> {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  const expected = {
    "content-type": type,
    "cache-control": "public, max-age=3600",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    "x-ratelimit-limit": null,
  };
  for (const [name, value] of Object.entries(expected)) expectSame(`${name} of ${path}`, header(answer, name), value);
  expectThat(
    `Link of ${path}`,
    /; rel="license"$/.test(header(answer, "link") ?? ""),
    header(answer, "link"),
    "a licence",
  );
  const tag = header(answer, "etag") ?? "";
  const unchanged = await client.get(path, { "If-None-Match": tag });
  expectStatus(unchanged, 304);
  expectSame(`ETag of the 304 of ${path}`, header(unchanged, "etag"), tag);
  return answer;
}

/** The events of a calendar, each as its lines by name; RFC 5545 as far as lines go. */
function eventsIn(answer: ConformanceResponse): Record<string, string>[] {
  const text = responseText(answer);
  const place = requestName(answer);
  const lines = text.split("\r\n");
  const isWhole = lines[0] === "BEGIN:VCALENDAR" && text.endsWith("\r\nEND:VCALENDAR\r\n");
  expectThat(place, isWhole, lines.slice(0, 1), "a calendar");
  const wrong = lines.slice(0, -1).filter((line) => line === "" || /[\r\n]/.test(line) || Buffer.byteLength(line) > 75);
  expectSame(`lines of ${place} that are empty, too long or not ended by CRLF`, wrong, []);
  const events = text.replaceAll("\r\n ", "").split("BEGIN:VEVENT\r\n").slice(1);
  return events.map((event) => {
    const properties = Object.fromEntries(
      event.split("\r\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
    );
    for (const name of ["UID", "DTSTAMP", "DTSTART;VALUE=DATE", "SUMMARY", "SEQUENCE", "STATUS"])
      expectThat(`an event of ${place}`, name in properties, Object.keys(properties), name);
    return properties;
  });
}
