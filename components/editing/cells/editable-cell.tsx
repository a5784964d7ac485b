import {
  createContext,
  useContext,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
} from "react";
import { shownText } from "./cell-value";
import { cellKey, type UnsavedCell, type CellPlace } from "./use-cell-edits";
import type { RecordField } from "@/components/records/form/record-shape";
import type { CellFrame } from "@/components/records/list/list-table";
import { isComposing } from "@/components/ui/is-typing";

/** Where the focus goes from a cell. */
export type CellStep = "up" | "down" | "left" | "right" | "stay";

interface CellsContextValue {
  fields: ReadonlyMap<string, RecordField>;
  cells: ReadonlyMap<string, UnsavedCell>;
  /** The cell that is being edited, and whether a letter opened it. */
  open: (CellPlace & { isTyped: boolean }) | null;
  /** The column whose cells Tab reaches. */
  column: string | undefined;
  nameOf(id: string): string;
  /** What was typed into the open cell: its row may have left the window and come back. */
  draft(): string;
  type(text: string): void;
  /** @param text in place of the cell's own. */
  start(place: CellPlace, text?: string): void;
  finish(step: CellStep, isSaved: boolean): void;
  go(place: CellPlace, step: CellStep): void;
  enter(field: string): void;
  /** Fills a cell and those below it. */
  paste(place: CellPlace, text: string): void;
}

/** Null where cells can only be read. */
export const CellsContext = createContext<CellsContextValue | null>(null);

const arrows: Readonly<Record<string, CellStep>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** A cell of a list that Enter, a double click or typing opens, where its column is a plain field. */
export function EditableCell({ id, field: name, title, isEmpty, children }: ComponentProps<CellFrame>) {
  const context = useContext(CellsContext);
  const field = context?.fields.get(name);
  if (!context || !field) return children;
  const { open, cells, column, start, go, enter, paste } = context;
  const place = { id, field: name };
  const unsaved = cells.get(cellKey(place));
  if (open?.id === id && open.field === name)
    return <CellEditor cells={context} field={field} place={place} unsaved={unsaved} />;

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

interface EditorProps {
  cells: CellsContextValue;
  field: RecordField;
  place: CellPlace;
  unsaved: UnsavedCell | undefined;
}

const controlClass =
  "-mx-1 block h-7 w-[calc(100%+8px)] rounded border border-edge bg-raised px-1 aria-invalid:border-curtain";

function CellEditor({ cells: { open, draft, type, finish, nameOf, paste }, field, place, unsaved }: EditorProps) {
  const [text, setText] = useState(draft);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const isDone = useRef(false);

  const takeFocus = useEffectEvent(() => {
    control.current?.focus();
    if (!(control.current instanceof HTMLInputElement)) return;
    // The whole value, as in a spreadsheet; what was typed to open the cell goes on.
    if (open?.isTyped) control.current.setSelectionRange(text.length, text.length);
    else control.current.select();
  });
  useEffect(() => takeFocus(), []);

  function end(step: CellStep, isSaved: boolean) {
    // The control loses the focus when it goes.
    if (isDone.current) return;
    isDone.current = true;
    finish(step, isSaved);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    if (isComposing(event.nativeEvent) || (key === "Enter" && shiftKey && field.kind === "text")) return;
    if (key === "Enter") end(shiftKey ? "up" : "down", true);
    else if (key === "Tab") end(shiftKey ? "left" : "right", true);
    else if (key === "Escape") end("stay", false);
    else return;
    event.preventDefault();
  }

  const attributes = {
    ref: control,
    value: text,
    "aria-label": `${field.label} of ${nameOf(place.id)}`,
    "aria-invalid": Boolean(unsaved?.problem),
    title: unsaved?.problem ?? undefined,
    onKeyDown,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
      setText(value);
      type(value);
    },
    onBlur: () => end("stay", true),
  };
  if (field.kind === "choice")
    return (
      <select {...attributes} className={controlClass}>
        {(field.isOptional || text === "") && <option value="">None</option>}
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  if (field.kind === "text")
    return (
      <textarea
        {...attributes}
        rows={5}
        dir="auto"
        className="absolute inset-x-0 top-0 z-4 rounded border border-edge bg-floating p-2"
      />
    );
  return (
    <input
      {...attributes}
      dir="auto"
      autoComplete="off"
      inputMode={field.kind === "number" ? "decimal" : undefined}
      className={controlClass}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text/plain");
        if (!/\n./.test(pasted)) return;
        event.preventDefault();
        end("stay", false);
        paste(place, pasted);
      }}
    />
  );
}
