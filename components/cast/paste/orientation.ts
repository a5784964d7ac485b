import type { EntryForm } from "./split-entry";
import { looksLikePerson } from "./name-likeness";
import type { CastList, EntryRow } from "./read-cast-list";

export type Order = "name first" | "role first";

/** The order of the entries with a separator, and of those with brackets. */
export type Orders = { readonly [Form in Exclude<EntryForm, "fixed">]: Order };

interface Known {
  /** Whether someone in the data has this name. */
  isPerson(name: string): boolean;
  /** Whether the production has a role of this name. */
  isRole(name: string): boolean;
}

/**
 * Which side of the entries is the person: the side with more known people; otherwise the one that the head of a table,
 * known roles or the look of the names speak for.
 */
export function guessOrders({ rows, order }: Pick<CastList, "rows" | "order">, known: Known): Orders {
  const guess = (form: EntryForm) =>
    guessOrder(
      rows.filter((row) => row.form === form && row.second !== null),
      known,
    );
  const separated = guess("separated");
  return {
    separated: separated.isSure || order === null ? separated.order : order,
    bracketed: guess("bracketed").order,
  };
}

/** Turns the entries round; those with brackets only when there are no others. */
export function swappedOrders(orders: Orders, rows: readonly EntryRow[]): Orders {
  const form = mainForm(rows);
  return { ...orders, [form]: orders[form] === "name first" ? "role first" : "name first" };
}

/** The form whose order the whole list is said to have. */
export function mainForm(rows: readonly EntryRow[]): keyof Orders {
  const both = rows.filter(({ second }) => second !== null);
  return both.some(({ form }) => form === "bracketed") && !both.some(({ form }) => form === "separated")
    ? "bracketed"
    : "separated";
}

/** The person and the role of an entry. */
export function orient({ form, first, second }: EntryRow, orders: Orders): { person: string; role: string | null } {
  const isNameFirst = form === "fixed" || second === null || orders[form] === "name first";
  return isNameFirst ? { person: first, role: second } : { person: second, role: first };
}

function guessOrder(rows: readonly EntryRow[], { isPerson, isRole }: Known): { order: Order; isSure: boolean } {
  const count = (side: "first" | "second", is: (text: string) => boolean) =>
    rows.filter((row) => is(row[side] ?? "")).length;
  const people = count("first", isPerson) - count("second", isPerson);
  if (people !== 0) return { order: people > 0 ? "name first" : "role first", isSure: true };
  const roles = count("second", isRole) - count("first", isRole);
  const roleSides = rows.reduce((sum, { roleSide }) => sum + (roleSide === "second" ? 1 : roleSide ? -1 : 0), 0);
  const looks = count("first", looksLikePerson) - count("second", looksLikePerson);
  const [found = 0] = [roles, looks, roleSides, repeated(rows, "second") - repeated(rows, "first")].filter(
    (difference) => difference !== 0,
  );
  return { order: found < 0 ? "role first" : "name first", isSure: false };
}

/** Several people play one role more often than one person several roles. */
function repeated(rows: readonly EntryRow[], side: "first" | "second"): number {
  return rows.length - new Set(rows.map((row) => row[side]?.toLowerCase())).size;
}
