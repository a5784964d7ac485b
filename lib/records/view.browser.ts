import type { z } from "zod";
import type { ResourceTerms } from "./terms.browser.ts";

/*
 * How the dashboard shows a resource: the view in its folder (`ResourceView`), and the shape derived from its schema
 * (`ResourceShape`). Free of zod, because every page of the dashboard loads both.
 */

/** The values of a form's controls, as text; empty for null. */
export type FormValues = Record<string, string>;

/** A field as forms and lists need it, from its schema. */
export type FieldShape<Path extends string = string> = {
  readonly name: string;
  /** Whether null is allowed. */
  readonly isOptional?: boolean;
  /** In code points. */
  readonly maxLength?: number;
} & (
  | { readonly kind: "line" | "text" | "number" | "date" | "partialDate" | "url" }
  /** Objects, each with these members. */
  | { readonly kind: "list"; readonly members: readonly FieldShape<Path>[] }
  /** An object of texts with these members, which may be absent. */
  | { readonly kind: "ids"; readonly schemes: readonly string[] }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | {
      readonly kind: "reference";
      /** The path of the resource that it refers to. */
      readonly to: Path;
      /** Whether a list entry embeds the record that it refers to. */
      readonly isEmbedded?: boolean;
    }
);

export interface ReferringField<Path extends string = string> {
  readonly path: Path;
  readonly field: string;
  /** The heading of these records on the record's page; null: the page shows them in a way of its own. */
  readonly title: string | null;
  /**
   * The references that a new one has in common with the record: a player's production is its role's. Null when such a
   * record exists without this reference, so that none is added from here.
   */
  readonly shared: readonly string[] | null;
}

export interface ResourceShape<Path extends string = string> {
  /** The fields of a single record in the schema's order, including the id. */
  readonly fields: readonly FieldShape<Path>[];
  /** The resources that the label of a list entry needs besides the entry itself. */
  readonly namedBy: readonly Path[];
  readonly referrers: readonly ReferringField<Path>[];
  readonly isMergeable?: boolean;
  /** The fields of its details, without id and time of verification; absent for a resource without details and sources. */
  readonly details?: readonly FieldShape<Path>[];
}

/** What cells and filters need besides their record. */
export interface CellContext<Others> {
  /** The referenced records of other resources, by path and id. */
  readonly directory: { readonly [Path in keyof Others]: ReadonlyMap<string, Others[Path]> };
  /** The current day in London, `YYYY-MM-DD`. */
  readonly today: string;
}

/** How a badge looks: the accent is for what is going on now, a warning for what needs attention soon. */
export type BadgeTone = "accent" | "neutral" | "warning";

export interface Column<Entry, Others> {
  readonly id: string;
  readonly title: string;
  /** In pixels. A column is widened for its longest text while there is room, and narrowed to less than half. */
  readonly width: number;
  /** Always has its width, because its text has a known length: a date, a number, a state. */
  readonly isRigid?: boolean;
  /** The cell's text, which the search covers. */
  text(entry: Entry, context: CellContext<Others>): string;
  /** The sort key; default: the text. Null sorts last. */
  sortValue?(entry: Entry, context: CellContext<Others>): string | number | null;
  /** The displayed text; default: the text. */
  cell?(entry: Entry, context: CellContext<Others>): string | null;
  badge?(entry: Entry, context: CellContext<Others>): BadgeTone;
  /** Hidden until the user selects it. */
  readonly isExtra?: boolean;
}

/** A column of a field; absent members are derived from the field's schema. */
export type FieldColumn<Entry, Others> = { readonly field: Field<Entry> } & Partial<Column<Entry, Others>>;

/** Filters a list by the values that occur in it. */
export interface Filter<Entry, Others> {
  readonly id: string;
  readonly title: string;
  valueOf(entry: Entry, context: CellContext<Others>): string | null;
  /** The label of a value; default: the value. */
  labelFor?(value: string, context: CellContext<Others>): string;
}

/** How a form presents a field, beyond its schema. */
export interface FieldHints {
  /** Default: the field's name, without `_id`. */
  readonly label?: string;
  readonly hint?: string;
  /** Whether a reference may point at the record, given the form's other values. */
  isFitting?(record: Readonly<Record<string, unknown>>, values: FormValues): boolean;
  /** The heading of the records that refer to it, on its page. Default: their plural; null: shown in another way. */
  readonly relatedTitle?: string | null;
  /** Whether a list is a week with its times. */
  readonly isWeek?: boolean;
  /** The label of the button that adds an entry to a list. */
  readonly addLabel?: string;
  /** Initial values of a record that is created from a reference field. */
  initialValues?(values: FormValues): FormValues;
}

/** How the forms of details present other names and the ids of other sites. */
export const namesElsewhere = {
  aliases: { label: "Other names", addLabel: "Add a name" },
  external_ids: { label: "IDs elsewhere" },
} satisfies Readonly<Record<string, FieldHints>>;

type Field<Entry> = keyof Entry & string;

/**
 * How the dashboard shows a resource. Only terms and schema are required; columns, filters and forms default to them.
 *
 * @typeParam Entry a list entry.
 * @typeParam Others the entries of other resources that cells and filters look up, by path.
 */
export interface ResourceView<Entry, Others = unknown> extends ResourceTerms {
  /** The schema of a single record. Imported on demand, because zod is a sixth of a page's code. */
  readonly schema: () => Promise<z.ZodObject>;
  readonly fields?: { readonly [Name in Field<Entry>]?: FieldHints };
  /** The schema of its details; absent where they are edited elsewhere than in their form. */
  readonly detailsSchema?: () => Promise<z.ZodObject>;
  readonly detailsFields?: Readonly<Record<string, FieldHints>>;
  /** The first fields of a form; the others follow in the schema's order. */
  readonly firstFields?: readonly Field<Entry>[];
  /** The first column links to the record. Default: all fields, the name first. The id is always added. */
  readonly columns?: readonly (Field<Entry> | FieldColumn<Entry, Others> | Column<Entry, Others>)[];
  /** Default: the fields with a choice of values. */
  readonly filters?: readonly (Field<Entry> | Filter<Entry, Others>)[];
  /** A column's id, prefixed with `-` for descending order. Default: the first column. */
  readonly order?: string;
  /** Groups the records where the page of a record lists those that refer to it: titles by value, in order. */
  readonly groups?: {
    readonly titles: Readonly<Record<string, string>>;
    valueOf(entry: Entry, context: CellContext<Others>): string | null;
  };
  /** What comes after the creation of a record, on its page. Default: to add the first record that refers to it. */
  readonly nextStep?: { readonly label: string; /** Opens it, in the address. */ readonly parameter: string };
  /** The group of its list in the dashboard's navigation. Default: `listings`. */
  readonly group?: "listings" | "casts";
}
