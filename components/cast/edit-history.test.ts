import fc from "fast-check";
import { expect, test } from "vitest";
import { noEdits, type CastEdits } from "./cast";
import { redone, startHistory, undone, withStep } from "./edit-history";

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
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 20 }), (steps) => {
      const last = steps.reduce((now, step) => withStep(now, edits(step)), startHistory(noEdits));
      const first = steps.reduce((now) => undone(now), last);

      expect(first.present).toEqual(noEdits);
      expect(undone(first)).toEqual(first);
      expect(steps.reduce((now) => redone(now), first).present).toEqual(last.present);
    }),
  );
});
