import { expect, test } from "vitest";
import type { CastMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { coverTypes } from "../../resources/cast-members/terms.browser.ts";
import { engaged } from "../../../test/casts.ts";
import { lastKnownOn } from "./days.ts";
import type { CastEntry } from "./schema.browser.ts";

const today = "2026-11-23";
const run = { first: "2024-01-10", last: null };

/**
 * @param text a name, a part, and engagements: `Ada standby Elphaba 2024-03-05/2025-09-01`. A part is a role, with a type
 * before it unless it is played. In engagements `?` is not known; `ended` and days of being seen may follow.
 */
function member(text: string): CastEntry {
  const [name = "", ...words] = text.split(" ");
  const part = words.filter((word) => !word.includes("/"));
  const type = [...coverTypes, "ensemble" as const].find((one) => one === part[0]);
  const role = part.at(-1) === type ? null : (part.at(-1) ?? null);
  const entry = {
    ...{ id: text, person_id: name, production_id: "run", role_id: role, billing_order: null },
    ...{ role_type: type ?? "principal", person: { id: name, name, bio: null, image: null } },
    ...{ production: { id: "run", show: { name: "A Show", type: "play" } }, role: role && { id: role, name: role } },
  } as CastMemberEntry;
  const engagements = words.slice(part.length).map((stint) => {
    const [from, to, ...more] = stint.split("/");
    const day = (one?: string) => (one === undefined || one === "?" ? null : one);
    return engaged(day(from), day(to), more.includes("ended"), ...more.filter((one) => one !== "ended"));
  });
  return { ...entry, engagements, covers: [], dated: engagements.length > 0 };
}

const [ada, ben] = ["Ada Elphaba 2024-03-05/2025-09-01", "Ben Elphaba 2025-03-01/2025-11-02"];
const mayBe = "Cy Elphaba ?/?";
const announced = "Ada Elphaba 2026-12-08/?";
const twice = "Ada Elphaba 2024-03-05/2024-09-01 2025-05-01/?";
const leftChorus = "Gus ensemble 2024-02-01/2025-02-01";
const covers = ["Ida standby Elphaba 2025-12-01/?", "Jo understudy Elphaba 2024-02-01/2026-01-01"];
const swings = ["Kit swing 2026-01-05/?", "Lou swing 2024-01-10/2026-01-01", "Max alternate Elphaba ?/?"];

test.each<[what: string, cast: string[], day: string, expected: string]>([
  ["who is certain on the day", [ada, ben], "2025-06-01", "Ada 2025-06-01, Ben 2025-06-01"],
  ["of those who have left, the last", [ada, ben], today, "Ben 2025-11-02"],
  ["the last before the day, not after it", [ada, "Dee Elphaba 2026-01-01/?"], "2025-12-01", "Ada 2025-09-01"],
  ["a known player, not those who only may be in it", [mayBe, ben], today, "Ben 2025-11-02"],
  ["no one where no one was ever certain", [mayBe, "Dee Elphaba"], today, ""],
  [
    "all who shared the role at its end",
    [ben, ben.replace("Ben", "Eve"), ada],
    today,
    "Ben 2025-11-02, Eve 2025-11-02",
  ],
  ["each role by itself", [ben, "Fay Glinda 2024-02-01/?"], today, "Ben 2025-11-02, Fay 2026-11-23"],
  ["each chorister", [leftChorus, "Hal ensemble 2024-02-01/?"], today, "Gus 2025-02-01, Hal 2026-11-23"],
  ["a chorister's later part", [leftChorus, "Gus ensemble 2025-03-01/2025-04-01"], today, "Gus 2025-04-01"],
  ["covers only when certain", [ben, ...covers, ...swings], today, "Ben 2025-11-02, Ida 2026-11-23, Kit 2026-11-23"],
  ["who was seen since, until today", ["Ada Elphaba ?/?/2025-03"], today, "Ada 2026-11-23"],
  ["between days of being seen", ["Ada Elphaba ?/?/ended/2024-06-17/2025-03"], today, "Ada 2025-03-01"],
  ["no one seen in one month alone", ["Ada Elphaba ?/?/ended/2025-03"], today, ""],
  ["no one whose beginning is not known", ["Ada Elphaba ?/2025-11-02"], today, ""],
  ["the certain days of partial dates", ["Ada Elphaba 2025-03/2025-11"], "2025-11-15", "Ada 2025-11-01"],
  ["who left on an unknown day, on the first", ["Ada Elphaba 2025-03-04/?/ended"], today, "Ada 2025-03-04"],
  ["who is in it now, on a day to come", ["Ada Elphaba 2026-01-01/?"], "2026-12-24", "Ada 2026-11-23"],
  ["an announced company on its first day", [announced], "2026-12-08", "Ada 2026-12-08"],
  ["an announced company after its first day", [announced], "2026-12-24", "Ada 2026-12-08"],
  ["who plays until an announced one comes", [ben, announced], today, "Ben 2025-11-02"],
  ["the first of two engagements between them", [twice], "2025-01-01", "Ada 2024-09-01"],
  ["no one before the run", [ada], "2024-01-09", ""],
])("last known is %s", (_what, cast, day, expected) => {
  const found = lastKnownOn(day, cast.map(member), run, today);

  expect(found.map(({ person, last_known_on }) => `${person.name} ${last_known_on}`).join(", ")).toBe(expected);
  expect(found.map(({ certain }) => certain)).toEqual(found.map(({ last_known_on }) => last_known_on === day));
});

test("the last day of a run has its company, and no day after it has one", () => {
  const ended = { first: "2024-01-10", last: "2026-05-02" };
  const cast = ["Ada Elphaba 2024-01-10/?", ben].map(member);

  expect(lastKnownOn("2026-05-02", cast, ended, today).map(({ person }) => person.name)).toEqual(["Ada"]);
  expect(lastKnownOn("2026-05-03", cast, ended, today)).toEqual([]);
});
