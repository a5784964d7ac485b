import { similarNames } from "@/components/records/directory/similar-names";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";

type NamedRecord = Pick<MergePlan["records"][number], "names">;

/** Asks whether people whose names are not alike are the same person. */
export function DifferentNames({ records }: { records: readonly NamedRecord[] }) {
  const [first, ...others] = records;
  const other = first && others.find((one) => !haveLikeNames(first, one));
  if (!other) return null;
  return (
    <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
      <bdi>{first.names[0]}</bdi> and <bdi>{other.names[0]}</bdi> have different names. Merge them only if they are the
      same person.
    </p>
  );
}

/** Whether one has a name, or another name, that is like one of the other's. */
export function haveLikeNames(one: NamedRecord, other: NamedRecord): boolean {
  const find = similarNames(one.names.map((name) => ({ name })));
  return other.names.some((name) => find(name).length > 0);
}
