import type { Selection } from "./use-selection";

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
