import type { CastEdits } from "./cast";

/** The edits of a cast with the versions before and after, for undo and redo. */
export interface EditHistory {
  past: readonly CastEdits[];
  present: CastEdits;
  future: readonly CastEdits[];
  /** What the last step typed into; null when it ends there. */
  typedInto: string | null;
}

const maxSteps = 200;

export function startHistory(present: CastEdits): EditHistory {
  return { past: [], present, future: [], typedInto: null };
}

/** @param typedInto the field, while someone types: its keystrokes are one step. */
export function withStep(history: EditHistory, next: CastEdits, typedInto: string | null = null): EditHistory {
  const isSameStep = typedInto !== null && typedInto === history.typedInto;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present: next, future: [], typedInto };
}

/** One step back; the same when there is none. */
export function undone({ past, present, future, ...rest }: EditHistory): EditHistory {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future, ...rest };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], typedInto: null };
}

/** One step forward again; the same when there is none. */
export function redone({ past, present, future, ...rest }: EditHistory): EditHistory {
  const [next, ...later] = future;
  if (next === undefined) return { past, present, future, ...rest };
  return { past: [...past, present], present: next, future: later, typedInto: null };
}
