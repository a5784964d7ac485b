import type { FormRecord, RecordShape } from "./record-shape";

/** One field of a record that two people changed at the same time. */
export interface Divergence {
  name: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  /** Which of the two to suggest: whoever changed the field; where both did, whoever saves last. */
  suggestion: "mine" | "theirs";
  isContested: boolean;
}

/**
 * The fields in which two versions of a record differ.
 *
 * @param base the version that both began with.
 */
export function divergences(
  { fields }: RecordShape,
  base: Partial<FormRecord>,
  mine: Record<string, unknown>,
  theirs: FormRecord,
): Divergence[] {
  return fields
    .filter(({ name }) => mine[name] !== theirs[name])
    .map(({ name, label }) => {
      const isMine = mine[name] !== base[name];
      const isTheirs = theirs[name] !== base[name];
      return {
        name,
        label,
        mine: mine[name],
        theirs: theirs[name],
        suggestion: isMine ? "mine" : "theirs",
        isContested: isMine && isTheirs,
      };
    });
}
