import { expect, test } from "vitest";
import type { CastMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { coverTypes } from "../../resources/cast-members/terms.browser.ts";
import { lastKnownOn } from "./days.ts";
import type { CastEntry } from "./schema.browser.ts";

const today = "2026-11-23";
const run = { first: "2024-01-10", last: null };

type Stint = [from: string | null, to: string | null, more?: { ended?: boolean; seen?: string[] }];

/** @param part a role, with a type before it unless it is played: `Elphaba`, `swing`, `standby Elphaba`. */
function member(name: string, part: string, ...stints: Stint[]): CastEntry {
  const words = part.split(" ");
  const type = [...coverTypes, "ensemble" as const].find((one) => one === words[0]);
  const role = words.at(-1) === type ? null : (words.at(-1) ?? null);
  const entry = {
    ...{ id: `${name} ${part}`, person_id: name, production_id: "run", role_id: role, billing_order: null },
    ...{ role_type: type ?? "principal", person: { id: name, name, bio: null, image: null } },
    ...{ production: { id: "run", show: { name: "A Show", type: "play" } }, role: role && { id: role, name: role } },
  } as CastMemberEntry;
  const engagements = stints.map(([from, to, more]) => ({ from, to, ended: false, seen: [], note: null, ...more }));
  return { ...entry, engagements, covers: [], dated: engagements.length > 0 };
}

const [ada, ben] = [
  member("Ada", "Elphaba", ["2024-03-05", "2025-09-01"]),
  member("Ben", "Elphaba", ["2025-03-01", "2025-11-02"]),
];
const mayBe = member("Cy", "Elphaba", [null, null]);
const ends = { ended: true };

test.each<[what: string, cast: CastEntry[], day: string, expected: string]>([
  ["who is certain on the day", [ada, ben], "2025-06-01", "Ada 2025-06-01, Ben 2025-06-01"],
  ["of those who have left, the last", [ada, ben], today, "Ben 2025-11-02"],
  [
    "the last before the day, not after it",
    [ada, member("Dee", "Elphaba", ["2026-01-01", null])],
    "2025-12-01",
    "Ada 2025-09-01",
  ],
  ["a known player, not those who only may be in it", [mayBe, ben], today, "Ben 2025-11-02"],
  ["no one where no one was ever certain", [mayBe, member("Dee", "Elphaba")], today, ""],
  [
    "all who shared the role on its last known day",
    [ben, member("Eve", "Elphaba", ["2025-01-01", "2025-11-02"]), ada],
    "2026-01-01",
    "Ben 2025-11-02, Eve 2025-11-02",
  ],
  [
    "each role by itself",
    [ben, member("Fay", "Glinda", ["2024-02-01", null])],
    today,
    "Ben 2025-11-02, Fay 2026-11-23",
  ],
  [
    "each person without a role by themselves",
    [member("Gus", "ensemble", ["2024-02-01", "2025-02-01"]), member("Hal", "ensemble", ["2024-02-01", null])],
    today,
    "Gus 2025-02-01, Hal 2026-11-23",
  ],
  [
    "the later part of a person without a role",
    [
      member("Gus", "ensemble", ["2024-02-01", "2025-02-01"]),
      { ...member("Gus", "ensemble", ["2025-03-01", "2025-04-01"]), id: "g" },
    ],
    today,
    "Gus 2025-04-01",
  ],
  [
    "covers only when they are certain, beside the player known last",
    [
      ben,
      member("Ida", "standby Elphaba", ["2025-12-01", null]),
      member("Jo", "understudy Elphaba", ["2024-02-01", "2026-01-01"]),
      member("Kit", "swing", ["2026-01-05", null]),
      member("Lou", "swing", ["2024-01-10", "2026-01-01"]),
      member("Max", "alternate Elphaba", [null, null]),
    ],
    today,
    "Ben 2025-11-02, Ida 2026-11-23, Kit 2026-11-23",
  ],
  [
    "who was seen since, until today",
    [member("Ada", "Elphaba", [null, null, { seen: ["2025-03"] }])],
    today,
    "Ada 2026-11-23",
  ],
  [
    "between the days on which someone was seen",
    [member("Ada", "Elphaba", [null, null, { ...ends, seen: ["2024-06-17", "2025-03"] }])],
    today,
    "Ada 2025-03-01",
  ],
  [
    "no one seen in one month alone",
    [member("Ada", "Elphaba", [null, null, { ...ends, seen: ["2025-03"] }])],
    today,
    "",
  ],
  ["no one whose beginning is not known", [member("Ada", "Elphaba", [null, "2025-11-02"])], today, ""],
  [
    "the certain days of partial dates",
    [member("Ada", "Elphaba", ["2025-03", "2025-11"])],
    "2025-11-15",
    "Ada 2025-11-01",
  ],
  [
    "who left on a day not known, on the day of the beginning",
    [member("Ada", "Elphaba", ["2025-03-04", null, ends])],
    today,
    "Ada 2025-03-04",
  ],
  [
    "who is in it now, on a day to come",
    [member("Ada", "Elphaba", ["2026-01-01", null])],
    "2026-12-24",
    "Ada 2026-11-23",
  ],
  [
    "an announced company on its first day",
    [member("Ada", "Elphaba", ["2026-12-08", null])],
    "2026-12-08",
    "Ada 2026-12-08",
  ],
  [
    "an announced company after its first day",
    [member("Ada", "Elphaba", ["2026-12-08", null])],
    "2026-12-24",
    "Ada 2026-12-08",
  ],
  [
    "who plays until an announced one comes",
    [ben, member("Ada", "Elphaba", ["2026-12-08", null])],
    today,
    "Ben 2025-11-02",
  ],
  [
    "the first of two engagements between them",
    [member("Ada", "Elphaba", ["2024-03-05", "2024-09-01"], ["2025-05-01", null])],
    "2025-01-01",
    "Ada 2024-09-01",
  ],
  ["no one before the run", [ada], "2024-01-09", ""],
])("last known is %s", (_what, cast, day, expected) => {
  const found = lastKnownOn(day, cast, run, today);

  expect(found.map(({ person, last_known_on }) => `${person.name} ${last_known_on}`).join(", ")).toBe(expected);
  expect(found.map(({ certain }) => certain)).toEqual(found.map(({ last_known_on }) => last_known_on === day));
});

test("the last day of a run has its company, and no day after it has one", () => {
  const ended = { first: "2024-01-10", last: "2026-05-02" };
  const cast = [member("Ada", "Elphaba", ["2024-01-10", null]), ben];

  expect(lastKnownOn("2026-05-02", cast, ended, today).map(({ person }) => person.name)).toEqual(["Ada"]);
  expect(lastKnownOn("2026-05-03", cast, ended, today)).toEqual([]);
});
