import { section, staffCheck } from "../check.ts";
import { header } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, expectError, expectHeader, expectSame, expectStatus, expectThat } from "../expect.ts";
import { expectDocumented } from "../documented.ts";
import { lists } from "../lists.ts";
import { contractResources, type PublicRecord } from "../records.ts";

const named = ["shows", "theatres", "people", "roles"];
/** Pages that a walk reads at most. */
const maxPages = 12;

/** Reads a search with the session, because an anonymous caller's requests of a day would not be enough. */
async function find(query: string): Promise<PublicRecord[]> {
  return expectBody(await made.write("GET", `search/${query}`), 200) as PublicRecord[];
}

/** Contract §15, compared with the whole lists. */
section("§15 Search", () => {
  staffCheck("GET /search: whole names come first, records are those of the lists, and no text is 400", async () => {
    for (const path of named) {
      const name = String(lists.records(path, 1)[0]?.["name"]);
      const q = encodeURIComponent([...name].slice(0, 100).join(""));
      const response = await made.write("GET", `search?limit=50&q=${q}`);
      const results = expectDocumented(response, 200) as Record<string, PublicRecord[]>;
      const [first] = results[path] ?? [];
      const same = lists.records(path).find(({ id }) => id === first?.id);
      expectSame(`the first of ${path}`, first, same);
      expectSame("its name", String(first?.["name"]).toLowerCase(), name.toLowerCase());
    }
    for (const wrong of ["", "?q=%21"]) expectError(await made.write("GET", `search${wrong}`), 400, "Invalid request");
  });

  for (const { path } of contractResources)
    staffCheck(`GET /search/${path}: pages hold every entry of the list once, in its order`, async () => {
      const whole = lists.records(path);
      const walked: PublicRecord[] = [];
      let next: string | undefined = `search/${path}?limit=100&count=exact`;
      for (let pages = 0; next !== undefined && pages < maxPages; pages += 1) {
        const response = await made.write("GET", next);
        expectHeader(response, "x-total-count", String(whole.length));
        walked.push(...(expectBody(response, 200) as PublicRecord[]));
        next = /^<\/api\/([^>]+)>; rel="next"/.exec(header(response, "link") ?? "")?.[1];
      }
      expectSame("entries", walked, whole.slice(0, maxPages * 100));
      expectThat("the last page", (next === undefined) === whole.length <= maxPages * 100, next, "without a Link");
      expectError(await made.write("GET", `search/${path}?surprise=1`), 400, "Invalid request");
      expectError(await made.write("GET", `search/${path}?limit=1&limit=2`), 400, "Invalid request");
    });

  staffCheck("GET /search/productions: type, days, sort and fields narrow and order the list", async () => {
    const all = lists.records("productions", 1);
    const type = String((all[0]?.["show"] as PublicRecord | undefined)?.["type"]);
    const day = String(all[Math.floor(all.length / 2)]?.["opening_date"]);
    const query = `type=${type}&opening_from=${day}`;
    const wanted = all.filter(
      (entry) => (entry["show"] as PublicRecord)["type"] === type && String(entry["opening_date"]) >= day,
    );
    expectSame(query, await find(`productions?${query}`), wanted);
    const key = ({ opening_date, id }: PublicRecord) => `${String(opening_date)} ${id}`;
    const sorted = wanted.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => ({ id }));
    expectSame("sorted", await find(`productions?${query}&sort=opening_date&fields=id`), sorted);
  });

  staffCheck(
    "GET /search/people and /search/shows: several parameters hold of one and the same assignment",
    async () => {
      const member = lists.records("cast-members", 1)[0] as PublicRecord;
      const run = lists.records("productions").find(({ id }) => id === member["production_id"]) as PublicRecord;
      const runs = lists.records("productions").filter(({ theatre_id }) => theatre_id === run["theatre_id"]);
      const there = lists
        .records("cast-members")
        .filter(({ production_id }) => runs.some(({ id }) => id === production_id));
      const theatre = encodeURIComponent(String(run["theatre_id"]));
      const players = new Set(there.map(({ person_id }) => person_id));
      const people = lists.records("people").filter(({ id }) => players.has(id));
      expectSame("people", await find(`people?theatre_id=${theatre}`), people);
      const played = there.filter(({ person_id }) => person_id === member["person_id"]);
      const shows = new Set(
        played.map(({ production_id }) => runs.find(({ id }) => id === production_id)?.["show_id"]),
      );
      const query = `theatre_id=${theatre}&person_id=${encodeURIComponent(String(member["person_id"]))}`;
      const wanted = lists.records("shows").filter(({ id }) => shows.has(id));
      expectSame("shows", await find(`shows?${query}`), wanted);
      expectSame("unknown", await find("shows?person_id=no-record-has-this-id"), []);
    },
  );

  staffCheck(
    "GET /search/theatres?near=: the nearest first, with distance_m, within the radius; 304 while nothing changes",
    async () => {
      const placed = lists
        .records("theatres")
        .find(({ lat, lng }) => typeof lat === "number" && typeof lng === "number");
      const query = `search/theatres?near=${String(placed?.["lat"])},${String(placed?.["lng"])}&radius=2000`;
      const response = await made.write("GET", query);
      const metres = (expectBody(response, 200) as PublicRecord[]).map(({ distance_m }) => Number(distance_m));
      expectSame(
        "distances",
        metres,
        metres.toSorted((a, b) => a - b),
      );
      expectThat("the first", metres[0] === 0 && metres.every((one) => one <= 2000), metres, "from 0 to 2000");
      expectStatus(await made.write("GET", query, undefined, { "if-none-match": header(response, "etag") ?? "" }), 304);
      expectError(await made.write("GET", "search/theatres?radius=5"), 400, "Invalid request");
      expectError(await made.write("GET", "search/theatres?limit=1&cursor=AAAA"), 400, "Invalid request");
    },
  );
});
