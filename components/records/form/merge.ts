import type { FormRecord, RecordShape } from "./record-shape";

/** A field that differs between two people's versions of a record. */
export interface Divergence {
  name: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  /** The suggested version: the one that changed the field; if both did, this form's. */
  suggestion: "mine" | "theirs";
  isContested: boolean;
}

/**
 * The fields in which two versions of a record differ.
 *
 * @param base the common ancestor of both versions.
 */
export function divergences(
  { fields }: RecordShape,
  base: Partial<FormRecord>,
  mine: Record<string, unknown>,
  theirs: FormRecord,
): Divergence[] {
  return fields
    .filter(({ name }) => !isSame(mine[name], theirs[name]))
    .map(({ name, label }) => {
      const isMine = !isSame(mine[name], base[name]);
      const isTheirs = !isSame(theirs[name], base[name]);
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

/** Lists and objects of details are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
