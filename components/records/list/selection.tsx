import { useRef, useState } from "react";

export function useSelection(ids: () => readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);

  /** @param isRange whether to select everything since the last selected record. */
  function toggle(id: string, isRange: boolean) {
    const isWanted = !selected.has(id);
    const meant = isRange ? idsBetween(ids(), last.current ?? id, id) : [id];
    const next = new Set(selected);
    for (const one of meant) {
      if (isWanted) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setSelected(next);
  }

  return {
    selected,
    toggle,
    add: (more: readonly string[]) => setSelected(new Set([...selected, ...more])),
    remove: (others: readonly string[]) => setSelected(new Set([...selected].filter((id) => !others.includes(id)))),
    selectAll: () => setSelected(new Set(ids())),
    clear: () => setSelected(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** The ids between two records, both included, in either direction; only the second if one is not in the list. */
export function idsBetween(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [other] : ids.slice(from, to + 1);
}

interface Props {
  id: string;
  name: string;
  selection: Selection;
}

/** Selects a record; with Shift, the range from the previous one. */
export function SelectCheckbox({ id, name, selection }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      className="block size-4 cursor-pointer accent-curtain"
      checked={selection.selected.has(id)}
      onChange={(event) => {
        const { nativeEvent } = event;
        selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
      }}
    />
  );
}
