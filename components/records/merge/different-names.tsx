import { similarNames } from "@/components/records/directory/similar-names";
import type { LoadedRecord } from "./merge-fields";

/** Asks whether people whose names are not alike are the same person. */
export function DifferentNames({ records }: { records: readonly LoadedRecord[] }) {
  const [first, ...others] = records;
  const other = first && others.find((one) => !haveLikeNames(first, one));
  if (!other) return null;
  return (
    <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
      <bdi>{nameOf(first)}</bdi> and <bdi>{nameOf(other)}</bdi> have different names. Merge them only if they are the
      same person.
    </p>
  );
}

/** Whether one has a name, or another name, that is like one of the other's. */
export function haveLikeNames(one: LoadedRecord, other: LoadedRecord): boolean {
  const find = similarNames(namesOf(one).map((name) => ({ name })));
  return namesOf(other).some((name) => find(name).length > 0);
}

function namesOf(loaded: LoadedRecord): string[] {
  const { aliases } = loaded.details as { aliases?: readonly { name: string }[] | null };
  return [nameOf(loaded), ...(aliases ?? []).map(({ name }) => name)];
}

function nameOf({ record }: LoadedRecord): string {
  return String(record["name"]);
}
