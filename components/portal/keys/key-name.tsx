import type { KeyRecord } from "@/lib/keys/schema.browser";
import { keySuffix } from "./key-pairs";

/** A key's prefix, with the part that tells it from other keys. */
export function KeyPrefix({ record }: { record: KeyRecord }) {
  return (
    <code className="font-mono whitespace-nowrap text-muted">
      {record.prefix.slice(0, -4)}
      <strong className="font-semibold text-ink">{keySuffix(record)}</strong>…
    </code>
  );
}

/** A key's name; with its suffix, if another active key has the same name. */
export function labelOfKey(record: KeyRecord, active: readonly KeyRecord[]): string {
  return isNameShared(record, active) ? `${record.name}, ${keySuffix(record)}` : record.name;
}

export function isNameShared({ id, name }: KeyRecord, active: readonly KeyRecord[]): boolean {
  return active.some((other) => other.id !== id && other.name === name);
}
