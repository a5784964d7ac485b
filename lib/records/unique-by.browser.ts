/** A field that no two records have in common, or one that tells apart only records with these values. */
export type UniqueField<Name extends string = string> =
  | Name
  | { readonly field: Name; readonly when: { readonly [Other in Name]?: string } };

type Fields = Readonly<Record<string, unknown>>;

/** The same text for records that can't be there together. */
export function uniqueKey(uniqueBy: readonly UniqueField[], record: Fields): string {
  return JSON.stringify(
    uniqueBy.map((one) => {
      if (typeof one === "string") return record[one];
      return Object.entries(one.when).every(([name, value]) => record[name] === value) ? record[one.field] : null;
    }),
  );
}
