import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { useRecordShape } from "@/components/records/shapes";
import { showToast } from "@/components/ui/toasts";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { UnsavedCells, useLeaveGuard } from "./unsaved-cells";
import { cellValue, editedText, plainFields } from "./cell-value";
import { CellsContext, type CellStep } from "./editable-cell";
import { type CellEdit, type CellPlace, cellKey, useCellEdits } from "./use-cell-edits";
import { late } from "@/components/ui/late";

const PasteCellsDialog = late(() => import("./paste-cells-dialog"), "PasteCellsDialog");

/** More have a preview. */
const maxUnseen = 10;
interface Props {
  path: ResourcePath;
  /** As they are listed. */
  records: readonly { id: string }[];
  /** The ids of the visible columns. */
  columns: readonly string[];
  nameOf(id: string): string;
  children: ReactNode;
}

/** Lets the cells of a list be edited in place, and filled from a spreadsheet's column. */
export function CellEditing({ path, records, columns, nameOf, children }: Props) {
  const shape = useRecordShape(path);
  const mayEdit = useMay("editRecords");
  // The first column is the link to the record.
  const fields = useMemo(() => plainFields(shape, columns.slice(1)), [shape, columns]);
  const names = [...fields.keys()];
  const { cells, save, hold, discard } = useCellEdits({ path, fields, nameOf });
  const [open, setOpen] = useState<(Omit<CellEdit, "after"> & { isTyped: boolean }) | null>(null);
  const [column, setColumn] = useState(names[0]);
  const [pasted, setPasted] = useState<readonly CellEdit[] | null>(null);
  const draft = useRef("");
  /** The cell to focus as soon as its control is gone. */
  const awaited = useRef<CellPlace | null>(null);

  useLeaveGuard(cells.size > 0);
  useEffect(() => {
    if (awaited.current) elementOf(awaited.current)?.focus();
    awaited.current = null;
  });

  if (!mayEdit) return children;

  const valueAt = ({ id, field }: CellPlace): unknown =>
    Reflect.get(records.find((record) => record.id === id) ?? {}, field);

  /** What a new edit of a cell replaces: what is being saved, what a problem told, or else what the list has. */
  function heldAt(place: CellPlace): unknown {
    const unsaved = cells.get(cellKey(place));
    if (!unsaved) return valueAt(place);
    return unsaved.problem === null ? unsaved.after : unsaved.before;
  }

  function next({ id, field }: CellPlace, step: CellStep): CellPlace {
    const down = step === "down" ? 1 : step === "up" ? -1 : 0;
    const right = step === "right" ? 1 : step === "left" ? -1 : 0;
    const row = records[records.findIndex((record) => record.id === id) + down];
    return { id: row?.id ?? id, field: names[names.indexOf(field) + right] ?? field };
  }

  function start(place: CellPlace, text?: string) {
    const field = fields.get(place.field);
    if (!field) return;
    const shown = cells.get(cellKey(place))?.after ?? valueAt(place);
    const option = text && field.kind === "choice" && field.options.find((one) => one.startsWith(text.toLowerCase()));
    draft.current = option || (field.kind === "choice" ? undefined : text) || editedText(shape, field, shown);
    setOpen({ ...place, before: heldAt(place), isTyped: text !== undefined });
  }

  function finish(step: CellStep, isSaved: boolean) {
    const field = open && fields.get(open.field);
    if (!open || !field) return;
    const after = cellValue(shape, field, draft.current);
    if (isSaved && after !== open.before) void save([{ id: open.id, field: open.field, before: open.before, after }]);
    else discard(open);
    // Another click has moved the focus already.
    awaited.current = step === "stay" && isSaved ? null : next(open, step);
    setOpen(null);
  }

  async function paste(place: CellPlace, text: string) {
    const field = fields.get(place.field);
    if (!field || text === "") return;
    const { pastedColumn } = await import("./paste-cells-dialog");
    const texts = pastedColumn(text);
    const first = records.findIndex(({ id }) => id === place.id);
    const rows = records.slice(first, first + (texts?.length ?? 0));
    if (!texts) return showToast({ text: "Copy one column at a time: the clipboard has several." });
    if (texts.length > rows.length)
      return showToast({
        text: `Nothing was pasted: the clipboard has ${texts.length} lines for ${rows.length} rows.`,
      });
    const edits = rows.map(({ id }, index): CellEdit => {
      const cell = { id, field: place.field };
      return { ...cell, before: heldAt(cell), after: cellValue(shape, field, texts[index] ?? "") };
    });
    if (edits.length > maxUnseen) setPasted(edits);
    else await save(edits.filter(({ before, after }) => before !== after));
  }

  const [sample] = pasted ?? [];
  const pastedField = sample && fields.get(sample.field);
  return (
    <CellsContext
      value={{
        fields,
        cells,
        open,
        column: column !== undefined && fields.has(column) ? column : names[0],
        nameOf,
        draft: () => draft.current,
        type: (text) => (draft.current = text),
        start,
        finish,
        go: (place, step) => elementOf(next(place, step))?.focus(),
        enter: setColumn,
        paste: (place, text) => void paste(place, text),
      }}
    >
      {cells.size > 0 && (
        <UnsavedCells
          cells={[...cells.values()]}
          fields={fields}
          nameOf={nameOf}
          save={(edit) => void save([edit])}
          discard={discard}
        />
      )}
      {children}
      {pasted && pastedField && (
        <PasteCellsDialog
          path={path}
          field={pastedField}
          edits={pasted}
          nameOf={nameOf}
          onAgreed={(going, stopped) => {
            setPasted(null);
            hold(stopped);
            void save(going);
          }}
          onDismiss={() => setPasted(null)}
        />
      )}
    </CellsContext>
  );
}

function elementOf({ id, field }: CellPlace): HTMLElement | null {
  return document.querySelector(`[data-record="${CSS.escape(id)}"] [data-cell="${CSS.escape(field)}"]`);
}
