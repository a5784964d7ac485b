import { expect, test } from "vitest";
import type { Player, Run, WhoAnswer } from "@/lib/listings/pages/schema.browser";
import { callOfAnswer, questionInWords, sayWho } from "./who-words";

const run: Run = {
  id: "r",
  show: { id: "wicked", name: "Wicked", type: "musical" },
  theatre: { id: "apollo-victoria", name: "Apollo Victoria" },
  opening_date: "2006-09-27",
  closing_date: null,
  days: { first: "2006-09-07", last: null },
  isCastKnown: true,
  marks: [],
  verifiedOn: null,
};
const base: WhoAnswer = {
  day: "2025-03-14",
  today: "2026-11-23",
  show: { id: "wicked", name: "Wicked" },
  choices: [],
  run,
  nearest: null,
  role: null,
  players: [],
  covers: [],
  undated: [],
  beyondSale: null,
};
const player = (name: string, certain: boolean): Player => ({
  person: { id: name, name },
  role: "Elphaba",
  role_type: "principal",
  certain,
});
const say = (more: Partial<WhoAnswer>, role: string | null = null) => sayWho({ ...base, ...more }, "wicked", role);

test("who certainly played a role is said as a fact", () => {
  expect(say({ role: "Elphaba", players: [player("Ada", true)] }, "elphaba")).toEqual({
    sentence: "Ada played Elphaba in Wicked at Apollo Victoria on Friday 14 March 2025.",
    certainty: { word: "Certain", reason: "The dates that are known cover that day." },
  });
});

test("who possibly played it is said as a possibility", () => {
  const { sentence, certainty } = say(
    { role: "Elphaba", players: [player("Ada", false), player("Ben", false)] },
    "elphaba",
  );

  expect(sentence).toBe("In Wicked at Apollo Victoria on Friday 14 March 2025, Elphaba may have been Ada or Ben.");
  expect(certainty).toEqual({ word: "Not certain", reason: "The dates are known only roughly." });
  expect(say({ players: [player("Ada", false)], today: "2025-03-14" }).sentence).toContain("Ada may be in Wicked");
  expect(say({ players: [player("Ada", false)], today: "2025-01-01" }).sentence).toContain("Ada will possibly be in");
});

test("those who cover the role are named, in the tense of the day, and as sure as it is", () => {
  const coversOn = (today: string, ...covers: Player[]) =>
    say({ role: "Elphaba", players: [player("Ada", true)], covers, today }, "elphaba")
      .sentence.split(". ")
      .at(-1);

  expect(coversOn("2026-11-23", player("Ben", true))).toBe("Ben covered the role.");
  expect(coversOn("2026-11-23", player("Ben", true), player("Cy", false))).toBe(
    "Ben and Cy possibly covered the role.",
  );
  expect(coversOn("2025-03-14", player("Ben", true))).toBe("Ben covers the role.");
  expect(coversOn("2025-01-01", player("Ben", false))).toBe("Ben will possibly cover the role.");
});

test("what is not known is said", () => {
  expect(say({ role: "Elphaba" }, "elphaba")).toMatchObject({
    sentence: "Who played Elphaba in Wicked at Apollo Victoria on Friday 14 March 2025 is not known.",
    certainty: { word: "Not known" },
  });
  // Those without dates are named, and claimed of no day: the same with a role and without.
  const undated = [player("Ada", false)];
  for (const asked of [{ undated }, { undated, role: "Elphaba" }])
    expect(say(asked)).toMatchObject({
      sentence: expect.stringMatching(/not known\. Listed without dates: Ada\.$/) as string,
      certainty: { word: "Not known", reason: "No one’s dates cover that day." },
    });
});

test("a day that is not on sale is no guess, unless someone is certain", () => {
  const beyond = { beyondSale: { until: "2025-02-01" }, players: [player("Ada", false)], today: "2024-11-23" };

  for (const role of [null, "Elphaba"])
    expect(say({ ...beyond, role }, role)).toEqual({
      sentence: "Wicked at Apollo Victoria is not on sale that far ahead (booking until 1 Feb 2025).",
      certainty: null,
    });
  expect(say({ ...beyond, players: [player("Ada", true)] }).sentence).toContain("Ada will be in Wicked");
});

test("the tense is that of the day", () => {
  const players = [player("Ada", true)];

  expect(say({ players, today: "2025-03-14" }).sentence).toContain("Ada is in Wicked");
  expect(say({ players, today: "2025-01-01" }).sentence).toContain("Ada will be in Wicked");
  expect(say({ players, role: "Elphaba", today: "2025-03-14" }, "e").sentence).toContain("Ada plays Elphaba");
});

test("a large company is named by its first three", () => {
  const players = ["Ada", "Ben", "Cy", "Dee", "Eli", "Ada"].map((name) => player(name, true));

  expect(say({ players }).sentence).toBe(
    "Ada, Ben, Cy and 2 others were in Wicked at Apollo Victoria on Friday 14 March 2025.",
  );
});

test("a day without a run names the nearest one", () => {
  expect(say({ run: null, nearest: { ...run, days: { first: "2006-09-07", last: null } }, day: "2001-05-03" })).toEqual(
    {
      sentence: "Wicked did not run on Thursday 3 May 2001. The nearest run: Apollo Victoria, from 7 Sept 2006.",
      certainty: null,
    },
  );
});

test("a text that is no show or no role is answered with those that it may mean", () => {
  const choices = [{ id: "wicked", name: "Wicked" }];

  expect(say({ show: null, choices }).sentence).toBe("No show is called “wicked”. Did you mean one of these?");
  expect(say({ show: null }).sentence).toContain("Check the spelling");
  expect(say({ choices }, "elphi").sentence).toContain("no role called “elphi”");
});

test("the call gives the same, and the question is a title", () => {
  expect(callOfAnswer(base)).toBe("/api/on?date=2025-03-14&show_id=wicked&include=cast");
  expect(callOfAnswer({ ...base, run: null })).toBe("/api/shows/wicked/productions");
  expect(callOfAnswer({ ...base, show: null })).toBe(null);
  expect(questionInWords("Wicked", "2025-03-14", "Elphaba")).toBe("Who played Elphaba in Wicked on 14 Mar 2025?");
  expect(questionInWords("Wicked", null, null)).toBe("Who was in Wicked today?");
});
