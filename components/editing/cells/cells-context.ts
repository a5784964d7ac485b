import { createContext, useContext } from "react";
import type { RecordField } from "@/components/records/form/record-shape";
import type { CellPlace, UnsavedCell } from "./use-cell-edits";

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
  /** Ends the editing of the open cell. */
  finish(step: CellStep, isSaved: boolean): void;
  go(place: CellPlace, step: CellStep): void;
  enter(field: string): void;
  /** Fills a cell and those below it. */
  paste(place: CellPlace, text: string): void;
}

/** Null where cells can only be read. */
export const CellsContext = createContext<CellsContextValue | null>(null);

/** @throws Error outside of the list that provides it. */
export function useCells(): CellsContextValue {
  const cells = useContext(CellsContext);
  if (!cells) throw new Error("A cell to edit needs CellEditing around its list.");
  return cells;
}
