import { check, section } from "../check.ts";
import { type ConformanceResponse, get, header, requestName, responseText, send } from "../client.ts";
import { start } from "../deployment.ts";
import { NotCheckable, expectError, expectHeader, expectSame, expectStatus, expectThat } from "../expect.ts";
import { lists } from "../lists.ts";
import { readQuota } from "../quota.ts";

/** Contract §17: calendars and downloads. They are outside `/api` and count in no quota. */
section("§17 Calendars and downloads", () => {
  check(
    "/feeds/west-end.ics is a calendar of all-day events, each with its own UID, a SEQUENCE and a STATUS",
    async () => {
      const events = eventsIn(await fetchFile("/feeds/west-end.ics", "text/calendar; charset=utf-8"));
      const uids = events.map((event) => event["UID"]);
      expectSame("repeated UIDs", uids.length - new Set(uids).size, 0);
    },
  );

  check("/feeds/shows/{id}.ics, theatres and people have the opening of a production under the same UID", async () => {
    const [member] = lists.records("cast-members", 1);
    const production = lists.records("productions").find(({ id }) => id === member?.["production_id"]);
    if (!production) throw new NotCheckable("no production of a cast member was read");
    for (const [path, field] of [
      ["shows", "show_id"],
      ["theatres", "theatre_id"],
    ]) {
      const place = `/feeds/${path}/${encodeURIComponent(String(production[field ?? ""]))}.ics`;
      const events = eventsIn(await fetchFile(place, "text/calendar; charset=utf-8"));
      const opening = events.find((event) => event["UID"] === `production-${production.id}-opening@theatre-listings`);
      const day = String(production["opening_date"]).replaceAll("-", "");
      expectSame(`opening in ${place}`, opening?.["DTSTART;VALUE=DATE"], day);
    }
    const person = `/feeds/people/${encodeURIComponent(String(member?.["person_id"]))}.ics`;
    eventsIn(await fetchFile(person, "text/calendar; charset=utf-8"));
  });

  check("/downloads/{resource}.csv and .ndjson have the records of the list, in its order", async () => {
    const records = lists.records("theatres");
    const lines = responseText(await fetchFile("/downloads/theatres.ndjson", "application/x-ndjson; charset=utf-8"));
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
    const table = responseText(await fetchFile("/downloads/theatres.csv", "text/csv; charset=utf-8"));
    const head = table.replace("\uFEFF", "").split("\r\n")[0];
    if (records[0]) expectSame("columns of /downloads/theatres.csv", head, Object.keys(records[0]).join(","));
  });

  check("/downloads/all.zip is an archive of them with LICENSE.txt", async () => {
    const archive = await fetchFile("/downloads/all.zip", "application/zip");
    const bytes = archive.bytes.toString("latin1");
    const names = ["LICENSE.txt", "README.txt", "shows.csv", "cast-members.ndjson"];
    const isArchive = bytes.startsWith("PK\u0003\u0004") && names.every((name) => bytes.includes(name));
    expectThat("all.zip", isArchive, names, "a ZIP archive with these files");
  });

  check("An unknown calendar or download is 404, another method 405, and none changes a quota", async () => {
    const before = await readQuota();
    for (const path of ["/feeds/shows/no-record-has-this-id.ics", "/feeds/nothing", "/downloads/nothing.csv"])
      expectStatus(await get(path), 404);
    expectError(await get("/feeds/shows/no-record-has-this-id.ics"), 404, "Show not found");
    expectError(await send("/feeds/west-end.ics", { method: "POST" }), 405, "Method not allowed");
    const after = await readQuota();
    expectSame(`remaining requests of the ${start.tier}`, after.remaining, before.remaining);
  });
});

/** A file with the headers that all of them have, and its 304. */
async function fetchFile(path: string, type: string): Promise<ConformanceResponse> {
  const response = await get(path);
  expectStatus(response, 200);
  const expected = {
    "content-type": type,
    "cache-control": "public, max-age=3600",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    "x-ratelimit-limit": null,
  };
  for (const [name, value] of Object.entries(expected)) expectHeader(response, name, value);
  expectHeader(response, "Link", /; rel="license"$/);
  const tag = header(response, "etag") ?? "";
  const unchanged = await get(path, { "If-None-Match": tag });
  expectStatus(unchanged, 304);
  expectHeader(unchanged, "ETag", tag);
  return response;
}

/** The events of a calendar, each as its lines by name; RFC 5545 as far as lines go. */
function eventsIn(response: ConformanceResponse): Record<string, string>[] {
  const text = responseText(response);
  const place = requestName(response);
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
