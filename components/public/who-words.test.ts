import { expect, test } from "vitest";
import type { Player, Run, WhoAnswer } from "@/lib/listings/pages/schema.browser";
import { callOfAnswer, questionInWords, sayWho } from "./who-words";

const run: Run = {
  id: "r",
  show: { id: "wicked", name: "Wicked", type: "musical" },
  theatre: { id: "apollo-victoria", name: "Apollo Victoria" },
  days: { first: "2006-09-07", last: null },
  startsAt: null,
  isCastKnown: true,
};
const base: WhoAnswer = {
  question: { show: "wicked", on: null, role: null },
  day: "2025-03-14",
  today: "2026-11-23",
  show: { id: "wicked", name: "Wicked" },
  choices: [],
  run,
  nearest: null,
  role: null,
  job: null,
  crew: [],
  players: [],
  lastKnown: [],
  covers: [],
  undated: [],
  beyondSale: null,
};
const player = (name: string, certain: boolean): Player => ({
  person: { id: name, name, image: null, bio: null },
  role: { id: "elphaba", name: "Elphaba" },
  role_type: "principal",
  certain,
});
const directed: Pick<WhoAnswer, "job" | "crew"> = { job: "director", crew: [{ id: "joe", name: "Joe Mantello" }] };
const elphaba = { role: "Elphaba" };
const [ada, maybeAda, ben] = [player("Ada", true), player("Ada", false), player("Ben", true)];
const atWicked = "Wicked at Apollo Victoria on Friday 14 March 2025";
const before = { today: "2025-01-01" };
const beyond = { beyondSale: { until: "2025-02-01" }, players: [maybeAda], today: "2024-11-23" };
const last = (name: string, last_known_on: string) => ({ ...player(name, false), last_known_on });
const emma = { lastKnown: [last("Emma", "2024-11-02")] };
const lastOfAll = { lastKnown: ["2024-02-01", "2024-11-02", "2024-03-03"].map((on, n) => last(`P${n}`, on)) };
const notOnSale = "Wicked at Apollo Victoria is not on sale that far ahead (booking until 1 Feb 2025).";

/** What is said of an answer: the whole sentence, or its end. */
test.each<[what: string, answer: Partial<WhoAnswer>, sentence: string, certainty: string | null]>([
  ["who certainly played a role", { ...elphaba, players: [ada] }, `Ada played Elphaba in ${atWicked}.`, "Certain"],
  ["who directed it", directed, "Director of Wicked at Apollo Victoria: Joe Mantello.", "Certain"],
  [
    "a job that no one is known for",
    { ...directed, crew: [] },
    "Director of Wicked at Apollo Victoria: not known.",
    null,
  ],
  [
    "who possibly played a role",
    { ...elphaba, players: [maybeAda, player("Ben", false)] },
    `In ${atWicked}, Elphaba may have been Ada or Ben.`,
    "Not certain",
  ],
  [
    "who was known last in a role",
    { ...elphaba, ...emma },
    "Elphaba on 14 March 2025 is not known. Last known: Emma, in November 2024.",
    "Not known",
  ],
  [
    "who may have been in it since",
    { ...elphaba, ...emma, players: [player("Emma", false), maybeAda] },
    "Last known: Emma, in November 2024. Possibly Ada.",
    "Not known",
  ],
  [
    "the company that was known last",
    lastOfAll,
    "The cast of Wicked on 14 March 2025 is not known. Last known: P1, P2 and P0, between February 2024 and November 2024.",
    "Not known",
  ],
  [
    "who was known last beside who is certain",
    { ...emma, players: [ben] },
    ". Last known of the others: Emma, in November 2024.",
    "Certain",
  ],
  [
    "who is in it now, of a day to come",
    { ...elphaba, ...before, lastKnown: [last("Emma", "2025-01-01")] },
    "Last known: Emma, today.",
    "Not known",
  ],
  ["who covered the role", { ...elphaba, players: [ada], covers: [ben] }, ". Ben covered the role.", "Certain"],
  [
    "who possibly covered it too",
    { ...elphaba, players: [ada], covers: [ben, player("Cy", false)] },
    ". Ben and Cy possibly covered the role.",
    "Certain",
  ],
  ["no one known", elphaba, `Who played Elphaba in ${atWicked} is not known.`, "Not known"],
  ["those without dates", { undated: [maybeAda] }, "not known. Listed without dates: Ada.", "Not known"],
  ["a day that is not on sale", beyond, notOnSale, null],
  [
    "a large company, by its first three",
    { players: ["Ada", "Ben", "Cy", "Dee", "Eli", "Ada"].map((name) => player(name, true)) },
    `Ada, Ben, Cy and 2 others were in ${atWicked}.`,
    "Certain",
  ],
  [
    "a day without a run, by the nearest one",
    { run: null, nearest: run, day: "2001-05-03" },
    "Wicked did not run on Thursday 3 May 2001. The nearest run: Apollo Victoria, from 7 Sept 2006.",
    null,
  ],
])("%s is told", (_what, answer, sentence, certainty) => {
  const question = { ...base.question, role: answer.role ?? null };
  const said = sayWho({ ...base, ...answer, question });

  expect([said.sentence, said.certainty?.word ?? null]).toEqual([expect.stringContaining(sentence), certainty]);
});

test("a text that is no show or no role is answered with those that it may mean", () => {
  const choices = [{ id: "wicked", name: "Wicked" }];
  const said = (answer: Partial<WhoAnswer>, role: string | null = null) =>
    sayWho({ ...base, ...answer, question: { ...base.question, role } }).sentence;

  expect(said({ show: null, choices })).toBe("No show is called “wicked”. Did you mean one of these?");
  expect(said({ show: null })).toContain("Check the spelling");
  expect(said({ choices }, "elphi")).toContain("no role called “elphi”");
});

test("the call gives the same, and the question is a title", () => {
  const answers = [base, { ...base, run: null }, { ...base, show: null }, { ...base, ...directed }];
  expect(answers.map(callOfAnswer)).toEqual([
    "/api/on?date=2025-03-14&show_id=wicked&include=cast&last_known=true",
    "/api/shows/wicked/productions",
    null,
    "/api/productions/r/crew",
  ]);
  expect(questionInWords("Wicked", "2025-03-14", "Elphaba")).toBe("Who played Elphaba in Wicked on 14 Mar 2025?");
  expect(questionInWords("Wicked", null, null)).toBe("Who was in Wicked today?");
});
