import { expect, test } from "vitest";
import { readCrewList } from "./read-crew-list";

const read = (text: string) =>
  readCrewList(text).map(({ name, job, credit }) => [name, job, ...(credit === null ? [] : [credit])].join(" / "));

test.each([
  ["Director – Jamie Lloyd", ["Jamie Lloyd / director"]],
  ["Jamie Lloyd – Director", ["Jamie Lloyd / director"]],
  ["Directed by Jamie Lloyd", ["Jamie Lloyd / director"]],
  [
    "Set and costume design: Soutra Gilmour",
    [
      "Soutra Gilmour / set-designer / Set and costume design",
      "Soutra Gilmour / costume-designer / Set and costume design",
    ],
  ],
  ["Lighting Designer\tJon Clark", ["Jon Clark / lighting-designer"]],
  ["Sound design: Adam Fisher", ["Adam Fisher / sound-designer"]],
  ["Music: Andrew Lloyd Webber", ["Andrew Lloyd Webber / composer"]],
  ["Book and lyrics – Tim Rice", ["Tim Rice / lyricist / Book and lyrics", "Tim Rice / book / Book and lyrics"]],
  ["Musical Director: Alan Williams", ["Alan Williams / musical-director"]],
  ["Musical Supervision: Alan Williams", ["Alan Williams / musical-supervisor"]],
  ["Wigs, hair and make-up: Carole Hancock", ["Carole Hancock / wigs-hair-and-make-up-designer"]],
  ["Casting: Stuart Burt", ["Stuart Burt / casting-director"]],
  ["Directors: Laurence Connor and James Powell", ["Laurence Connor / director", "James Powell / director"]],
  ["Assistant Director: Rupert Hands", ["Rupert Hands / other / Assistant Director"]],
  ["Voice Coach – Kate Godfrey", ["Kate Godfrey / other / Voice Coach"]],
  ["Creative team", []],
])("%j", (line, rows) => {
  expect(read(line)).toEqual(rows);
});
