import type { z } from "zod";
import type { NounTerms } from "./terms.ts";

/*
 * How the dashboard shows a noun: what its folder says (`NounView`), and what follows from its schema (`NounShape`). Without
 * zod, since every page of the dashboard has both.
 */

/** What stands in the controls of a form: always text, as it is typed; empty for null. */
export type FormValues = Record<string, string>;

/** A field as a form and a list need it, from its schema. */
export type FieldShape<Path extends string = string> = {
  readonly name: string;
  /** Whether it may be null. */
  readonly isOptional?: boolean;
  /** In code points. */
  readonly maxLength?: number;
} & (
  | { readonly kind: "line" | "text" | "number" | "date" | "url" }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | {
      readonly kind: "reference";
      /** The path of the resource that it refers to. */
      readonly to: Path;
      /** Whether an entry of the list carries the record that it refers to. */
      readonly isEmbedded?: boolean;
    }
);

/** A noun as its schemas describe it. */
export interface NounShape<Path extends string = string> {
  /** Of a record as its single read shows it, in that order, the id among them. */
  readonly fields: readonly FieldShape<Path>[];
  /** The resources whose records make up the name of an entry of the list, beside the entry itself. */
  readonly namedBy: readonly Path[];
  /** The fields of other records that refer to one of this noun's. */
  readonly referrers: readonly { readonly path: Path; readonly field: string }[];
  /** Whether `?cascade=true` deletes those too. */
  readonly isCascading: boolean;
}

/** What cells and filters are made from beside their record. */
export interface CellContext<Others> {
  /** The records of other resources, by path and id: those that the list's references lead to. */
  readonly directory: { readonly [Path in keyof Others]: ReadonlyMap<string, Others[Path]> };
  /** In London, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Column<Entry, Others> {
  readonly id: string;
  readonly title: string;
  /** In pixels, before the width that is left is shared out. */
  readonly width: number;
  /** What the cell says; search looks in it. */
  text(entry: Entry, context: CellContext<Others>): string;
  /** What it is sorted by, where that is not its text; null stands last. */
  sortValue?(entry: Entry, context: CellContext<Others>): string | number | null;
  /** What is shown, where that is not its text. */
  cell?(entry: Entry, context: CellContext<Others>): string | null;
  /** Shown only to those who choose it. */
  readonly isExtra?: boolean;
}

/** The column of a field: what is left out follows from the field's schema. */
export type FieldColumn<Entry, Others> = { readonly field: Field<Entry> } & Partial<Column<Entry, Others>>;

/** Narrows a list to the records with one of the values that occur in it. */
export interface Filter<Entry, Others> {
  readonly id: string;
  readonly title: string;
  valueOf(entry: Entry, context: CellContext<Others>): string | null;
  /** A value in words, where it is not a word itself. */
  labelFor?(value: string, context: CellContext<Others>): string;
}

/** What a form says of a field beside what its schema says. */
export interface FieldHints {
  /** Absent: the field's name, without `_id`. */
  readonly label?: string;
  readonly hint?: string;
  /** Which records a reference can mean, given what else stands in the form. */
  isFitting?(record: Readonly<Record<string, unknown>>, values: FormValues): boolean;
  /** What a record that is made for a reference begins with. */
  initialValues?(values: FormValues): FormValues;
}

type Field<Entry> = keyof Entry & string;

/**
 * How the dashboard shows a noun. Only its words and its schema are needed: columns, filters and forms follow from those.
 *
 * @typeParam Entry a record as it stands in the list.
 * @typeParam Others the entries of other resources that cells and filters look up, by path.
 */
export interface NounView<Entry, Others = unknown> extends NounTerms {
  /** Of a record as its single read shows it. It brings zod, a sixth of a page: imported when it is needed. */
  readonly schema: () => Promise<z.ZodObject>;
  readonly fields?: { readonly [Name in Field<Entry>]?: FieldHints };
  /** The fields that a form begins with; the others follow in the schema's order. */
  readonly firstFields?: readonly Field<Entry>[];
  /** The first leads to the record. Absent: all fields, the name first. The id is always added. */
  readonly columns?: readonly (Field<Entry> | FieldColumn<Entry, Others> | Column<Entry, Others>)[];
  /** Absent: the fields that have a choice of values. */
  readonly filters?: readonly (Field<Entry> | Filter<Entry, Others>)[];
  /** A column's id, with `-` before it for the other way round. Absent: the first column. */
  readonly order?: string;
}
