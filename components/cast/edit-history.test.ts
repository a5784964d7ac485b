import { expect, test } from "vitest";
import { noEdits, type CastEdits } from "./cast";
import { redone, startHistory, undone, withStep } from "./edits";

const edits = (...removed: string[]): CastEdits => ({ ...noEdits, removed });

test("a new step forgets what was undone", () => {
  const history = withStep(undone(withStep(startHistory(noEdits), edits("a"))), edits("b"));

  expect(redone(history)).toEqual(history);
});

test("keystrokes in one field are one step, until another begins", () => {
  const typed = ["1", "12"].reduce((now, text) => withStep(now, edits(text), "billing"), startHistory(noEdits));
  const other = withStep(typed, edits("x"), "name");

  expect(undone(typed).present).toEqual(noEdits);
  expect(undone(other).present).toEqual(edits("12"));
});

test("as many undos as steps lead back to the start, and as many redos to the end", () => {
  const last = ["a", "b", "c"].reduce((now, step) => withStep(now, edits(step)), startHistory(noEdits));
  const first = undone(undone(undone(last)));

  expect([first.present, undone(first)]).toEqual([noEdits, first]);
  expect(redone(redone(redone(first))).present).toEqual(last.present);
});
