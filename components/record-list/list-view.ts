import type { ReactNode } from "react";
import type { Directory, Entries, Path } from "@/components/resource/nouns";

/** What cells are made from beside their record. */
export interface Surroundings {
  directory: Directory;
  /** In London, `YYYY-MM-DD`. */
  today: string;
}

export interface Column<Entry> {
  id: string;
  title: string;
  /** In pixels, before the width that is left is shared out. */
  width: number;
  /** What the cell says; search looks in it. */
  text(entry: Entry, around: Surroundings): string;
  /** What it is sorted by, where that is not its text; null stands last. */
  order?(entry: Entry, around: Surroundings): string | number | null;
  /** What is shown, where that is not its text. */
  cell?(entry: Entry, around: Surroundings): ReactNode;
  /** Shown only to whoever chooses it. */
  isExtra?: boolean;
}

/** Narrows a list to the records with one of the values that occur in it. */
export interface Filter<Entry> {
  id: string;
  title: string;
  valueOf(entry: Entry, around: Surroundings): string | null;
  /** A value in words, where it is not a word itself. */
  wordsFor?(value: string, around: Surroundings): string;
}

/** All that the list of one resource has of its own. The first column is the record's name, and leads to it. */
export interface ListView<P extends Path> {
  path: P;
  /** Resources whose records its cells name. */
  needs: readonly Path[];
  columns: readonly Column<Entries[P]>[];
  filters: readonly Filter<Entries[P]>[];
  /** A column's id, with `-` before it for the other way round. */
  order: string;
}
