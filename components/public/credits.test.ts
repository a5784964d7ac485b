import { expect, test } from "vitest";
import type { TeamMember } from "@/lib/listings/pages/schema.browser";
import { creditsInWords, jobsInWords } from "./credits";

const team = (...lines: [string, TeamMember["job"], string?][]) =>
  lines.map(([name, job, credit = null], index): TeamMember => {
    return { id: String(index), person: { id: name, name }, job, credit, marks: [], verifiedOn: null };
  });

test.each([
  ["Directed by Ada.", team(["Ada", "director"])],
  [
    "Music by Ada, lyrics by Ben and Cy, directed by Dee.",
    team(["Dee", "director"], ["Ada", "composer"], ["Ben", "lyricist"], ["Cy", "lyricist"]),
  ],
  [
    "Book, music and lyrics by Ada, directed by Ben.",
    team(["Ada", "composer"], ["Ada", "lyricist"], ["Ada", "book"], ["Ben", "director"]),
  ],
  ["Written and directed by Ada.", team(["Ada", "author"], ["Ada", "director"])],
  [
    "Written by A, B, C and 2 others.",
    team(["A", "author"], ["B", "author"], ["C", "author"], ["D", "author"], ["E", "author"]),
  ],
  ["", team(["Ada", "set-designer"])],
])("%j", (sentence, crew) => {
  expect(creditsInWords(crew)).toBe(sentence);
});

test("the jobs of a person are said once, in the words of the programme where they differ", () => {
  expect(
    jobsInWords(
      team(["A", "set-designer", "Set and Costume Design"], ["A", "costume-designer", "Set and Costume Design"]),
    ),
  ).toBe("Set and Costume Design");
  expect(jobsInWords(team(["A", "set-designer"], ["A", "wigs-hair-and-make-up-designer"]))).toBe(
    "Set designer, wigs, hair and make\u2011up designer",
  );
});
