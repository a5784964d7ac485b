import "server-only";
import { nameKey } from "../../listings/search/matching.browser.ts";
import type { FieldShape } from "../../records/view.browser.ts";

/** A value of a field, and the records that have it. */
export interface HeldValue {
  value: unknown;
  ids: string[];
}

/** Each value of the records once, with the records that have it. */
export function distinctValues(
  records: readonly (Readonly<Record<string, unknown>> & { id: string })[],
  field: string,
) {
  const values = new Map<unknown, string[]>();
  for (const record of records) values.set(record[field], [...(values.get(record[field]) ?? []), record.id]);
  return [...values].map(([value, ids]): HeldValue => ({ value, ids }));
}

/**
 * The record whose value of a field is better: the survivor's, or another's where that is null. A longer text, a spelling
 * of the same name with accents, and an https address are better. No known value gives way to null.
 */
export function suggestOwner(
  kind: FieldShape["kind"] | undefined,
  values: readonly HeldValue[],
  survivor: string,
): string {
  const known = values.filter(({ value }) => value !== null);
  const present = known.find(({ ids }) => ids.includes(survivor)) ?? known[0];
  if (!present) return survivor;
  const alike = kind === "line" ? known.filter(({ value }) => isSameName(value, present.value)) : known;
  const rank = (kind && ranks[kind]) ?? (() => 0);
  const [best = present] = [present, ...alike].toSorted((a, b) => rank(String(b.value)) - rank(String(a.value)));
  return best.ids.includes(survivor) ? survivor : (best.ids[0] ?? survivor);
}

const ranks: { readonly [Kind in FieldShape["kind"]]?: (value: string) => number } = {
  line: (name) => 2 * countAccents(name) + Number(/\p{Ll}/u.test(name) && /\p{Lu}/u.test(name)),
  text: (text) => text.length,
  url: (address) => Number(/^https:/i.test(address)),
};

function countAccents(name: string): number {
  return name.normalize("NFD").match(/\p{M}/gu)?.length ?? 0;
}

function isSameName(value: unknown, other: unknown): boolean {
  return nameKey(String(value)) === nameKey(String(other));
}
