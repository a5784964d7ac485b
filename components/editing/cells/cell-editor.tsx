import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";
import type { RecordField } from "@/components/records/form/record-shape";
import { isComposing } from "@/components/ui/is-typing";
import { useCells, type CellStep } from "./cells-context";
import type { CellPlace } from "./cell-changes";
import type { UnsavedCell } from "./use-cell-edits";

interface Props {
  field: RecordField;
  place: CellPlace;
  unsaved: UnsavedCell | undefined;
}

const controlClass =
  "-mx-1 block h-7 w-[calc(100%+8px)] rounded border border-edge bg-raised px-1 aria-invalid:border-curtain";

/** The control of the cell that is being edited. */
export function CellEditor({ field, place, unsaved }: Props) {
  const { open, draft, type, finish, nameOf, paste } = useCells();
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
