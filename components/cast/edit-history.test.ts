import { expect, test } from "vitest";
import { noEdits, type CastEdits } from "./cast";
import { startHistory, stepped, withStep } from "./edits";

const edits = (...removed: string[]): CastEdits => ({ ...noEdits, removed });

test("a new step forgets what was undone", () => {
  const history = withStep(stepped(withStep(startHistory(noEdits), edits("a")), -1), edits("b"));

  expect(stepped(history, 1)).toEqual(history);
});

test("keystrokes in one field are one step, until another begins", () => {
  const typed = ["1", "12"].reduce((now, text) => withStep(now, edits(text), "billing"), startHistory(noEdits));
  const other = withStep(typed, edits("x"), "name");

  expect(stepped(typed, -1).present).toEqual(noEdits);
  expect(stepped(other, -1).present).toEqual(edits("12"));
});

test("as many undos as steps lead back to the start, and as many redos to the end", () => {
  const last = ["a", "b", "c"].reduce((now, step) => withStep(now, edits(step)), startHistory(noEdits));
  const first = stepped(stepped(stepped(last, -1), -1), -1);

  expect([first.present, stepped(first, -1)]).toEqual([noEdits, first]);
  expect(stepped(stepped(stepped(first, 1), 1), 1).present).toEqual(last.present);
});
