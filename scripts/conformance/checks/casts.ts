import { section, staffCheck } from "../check.ts";
import { type ConformanceResponse, header } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, expectError, expectSame, expectStatus, expectThat, isObject } from "../expect.ts";
import {
  byId,
  dayOf,
  daysAround,
  encoded,
  expectOrder,
  fullestProduction,
  type ListedMember,
  type ListedProduction,
  type ListedRun,
  listEntry,
  recordWithLargestCast,
} from "../listed.ts";
import { lists } from "../lists.ts";
import { presenceOf } from "../presence.ts";
import { type PublicRecord } from "../records.ts";

/** A production as the list has it. */
const listProduction = ({ theatre: _t, ...production }: Record<string, unknown>) => production;
const theatreName = (id: string) => {
  const house = byId(lists.records("theatres")).get(id);
  return { id: house?.id, name: house?.["name"] };
};

// With a session, because an anonymous caller's requests of a day would not be enough for all.
/** Contract §13: who was in it, and when. Nothing is written. */
section("§13 Who was in it, and when", () => {
  staffCheck(
    "GET /productions/{id}/cast: the entries of the list with engagements and covers; on a day those who can be in, with `certain`",
    async () => {
      const production = fullestProduction();
      const place = `productions/${encoded(production)}/cast`;
      const response = await made.write("GET", place);
      const cast = expectBody(response, 200) as ListedMember[];
      const listed = lists.records("cast-members").filter(({ production_id }) => production_id === production.id);
      expectSame("entries", cast.map(listEntry), listed);
      for (const { id, dated, engagements } of cast) expectSame(`dated of ${id}`, dated, engagements.length > 0);
      await expectConditional(place, response);
      const known = expectBody(await made.write("GET", `productions/${encoded(production)}/details`), 200);
      const run = {
        ...production,
        first_preview: isObject(known) ? (known["first_preview"] as string | null) : null,
      };
      const today = dayOf(response);
      for (const day of daysAround(production, today)) {
        const found = expectBody(await made.write("GET", `${place}?on=${day}`), 200) as ListedRun["cast"];
        const expected = cast.flatMap(({ id, engagements }) => {
          const presence = presenceOf(day, engagements, run, today);
          return presence === "out" ? [] : [[id, presence === "certain"]];
        });
        expectSame(
          `who is in ${production.id} on ${day}, and whether that is certain`,
          found.map(({ id, certain }) => [id, certain]),
          expected,
        );
      }
      for (const wrong of ["?on=soon", "?dated=only", "?surprise=1"])
        expectError(await made.write("GET", `${place}${wrong}`), 400, "Invalid request");
    },
  );

  staffCheck(
    "GET /people/{id}/credits: a person's entries by production, the newest first, with theatres",
    async () => {
      const person = recordWithLargestCast("people", "person_id");
      const credits = (await expectPart("people", person, "credits")) as {
        production: ListedProduction;
        theatre: object;
        cast_members: ListedMember[];
      }[];
      const productions = byId(lists.records("productions"));
      for (const { production, theatre } of credits) {
        expectSame(`production ${production.id}`, production, productions.get(production.id));
        expectSame(`theatre of ${production.id}`, theatre, theatreName(production.theatre_id));
      }
      const newest = credits.map(({ production: { opening_date, id } }) => [
        String(9e15 - Date.parse(opening_date)),
        id,
      ]);
      expectOrder("order", newest);
      const entries = credits.flatMap(({ cast_members }) => cast_members.map(listEntry));
      const own = lists.records("cast-members").filter(({ person_id }) => person_id === person?.id);
      expectSame("entries", sortedById(entries), sortedById(own));
    },
  );

  staffCheck("GET /roles/{id}/players: the entries of the role and of those who cover it", async () => {
    const role = recordWithLargestCast("roles", "role_id");
    const players = (await expectPart("roles", role, "players")) as ListedMember[];
    const place = `productions/${encodeURIComponent(String(role?.["production_id"]))}/cast`;
    const cast = expectBody(await made.write("GET", place), 200) as ListedMember[];
    const own = cast.filter(
      ({ role_id, covers }) => role_id === role?.id || covers.some((cover) => cover.role_id === role?.id),
    );
    expectSame("players", sortedById(players), sortedById(own));
  });

  staffCheck("GET /shows/{id}/productions: the list's entries with theatres, the oldest first", async () => {
    const listed = lists.records("productions", 1) as ListedProduction[];
    const show = lists.records("shows").find(({ id }) => id === listed[0]?.show_id);
    const productions = (await expectPart("shows", show, "productions")) as ListedProduction[];
    const own = listed.filter(({ show_id }) => show_id === show?.id);
    expectSame("productions", sortedById(productions.map(listProduction)), sortedById(own));
    for (const { id, theatre_id, ["theatre"]: house } of productions)
      expectSame(`theatre of ${id}`, house, theatreName(theatre_id));
    expectOrder(
      "order",
      productions.map(({ opening_date, id }) => [opening_date, id]),
    );
  });
});

/** A list below a record: with an ETag, and refused with unknown parameters or for an unknown record. */
async function expectPart(path: string, record: PublicRecord | undefined, part: string): Promise<unknown> {
  const place = `${path}/${encoded(record)}/${part}`;
  const response = await made.write("GET", place);
  const body = expectBody(response, 200);
  expectThat("the body", Array.isArray(body), body, "a list");
  await expectConditional(place, response);
  expectError(await made.write("GET", `${place}?surprise=1`), 400, "Invalid request");
  expectStatus(await made.write("GET", `${path}/no-such-record/${part}`), 404);
  return body;
}

async function expectConditional(place: string, response: ConformanceResponse): Promise<void> {
  const tag = header(response, "etag") ?? "";
  expectStatus(await made.write("GET", place, undefined, { "if-none-match": tag }), 304);
}

function sortedById(records: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return records.toSorted((a, b) => (String(a["id"]) < String(b["id"]) ? -1 : 1));
}
