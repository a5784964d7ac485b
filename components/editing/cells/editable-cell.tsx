import { useContext, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { CellEditor } from "./cell-editor";
import { shownText } from "./cell-value";
import { CellsContext, type CellStep } from "./cells-context";
import { cellKey } from "./use-cell-edits";

interface Props {
  id: string;
  /** The column. */
  field: string;
  title: string;
  isEmpty: boolean;
  /** The cell as it is read. */
  children: ReactNode;
}

const arrows: Readonly<Record<string, CellStep>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** A cell of a list that Enter, a double click or typing opens, where its column is a plain field. */
export function EditableCell({ id, field: name, title, isEmpty, children }: Props) {
  const context = useContext(CellsContext);
  const field = context?.fields.get(name);
  if (!context || !field) return children;
  const { open, cells, column, start, go, enter, paste } = context;
  const place = { id, field: name };
  const unsaved = cells.get(cellKey(place));
  if (open?.id === id && open.field === name) return <CellEditor field={field} place={place} unsaved={unsaved} />;

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const step = arrows[key];
    if (ctrlKey || metaKey || altKey) return;
    if (step && !shiftKey) go(place, step);
    else if (key === "F2") start(place);
    else if (key.length === 1 && key !== " ") start(place, key);
    else return;
    event.preventDefault();
  }

  /** One click of a mouse only brings the focus; keys and screen readers click too. */
  function onClick({ detail, nativeEvent }: MouseEvent) {
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
    if (detail !== 1 || isTouch) start(place);
  }

  const shown = unsaved ? shownText(field, unsaved.after) : children;
  return (
    <button
      type="button"
      data-cell={name}
      tabIndex={column === name ? 0 : -1}
      className={`-mx-1 block h-7 w-[calc(100%+8px)] cursor-cell truncate rounded px-1 text-left -outline-offset-2 hover:ring-1 hover:ring-edge ${unsaved?.problem ? "text-danger underline decoration-wavy" : unsaved ? "text-muted" : ""}`}
      onFocus={() => enter(name)}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        event.preventDefault();
        paste(place, event.clipboardData.getData("text/plain"));
      }}
    >
      {(unsaved ? shown === "" : isEmpty) ? <span className="sr-only">{title}: empty</span> : shown}
      {unsaved?.problem && <span className="sr-only">, not saved</span>}
    </button>
  );
}
