import type { RecordField } from "@/components/records/form/record-shape";
import { Button } from "@/components/ui/button";
import { shownText } from "./cell-value";
import { cellKey, type UnsavedCell } from "./use-cell-edits";

interface Props {
  cells: readonly UnsavedCell[];
  fields: ReadonlyMap<string, RecordField>;
  nameOf(id: string): string;
  save(cell: UnsavedCell): void;
  discard(cell: UnsavedCell): void;
}

/** The cells that could not be saved, and why: what was typed stays until it is saved or discarded. */
export function UnsavedCells({ cells, fields, nameOf, save, discard }: Props) {
  const stopped = cells.filter(({ problem }) => problem !== null);
  return (
    <div role="alert" className="text-sm not-empty:mb-3">
      {stopped.length > 0 && (
        <ul aria-label="Not saved" className="grid gap-2 rounded border border-curtain bg-curtain-wash p-3">
          {stopped.map((cell) => {
            const field = fields.get(cell.field);
            const label = `${field?.label ?? cell.field} of ${nameOf(cell.id)}`;
            return (
              <li key={cellKey(cell)} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 grow break-words">
                  <span className="font-semibold">
                    {label}, “{field ? shownText(field, cell.after) : ""}”, is not saved.
                  </span>{" "}
                  {cell.problem}
                </span>
                <span className="flex gap-2">
                  <Button aria-label={`Save again: ${label}`} onClick={() => save(cell)}>
                    Save again
                  </Button>
                  <Button look="plain" aria-label={`Discard: ${label}`} onClick={() => discard(cell)}>
                    Discard
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
