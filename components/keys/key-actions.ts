import type { KeyRecord } from "@/lib/keys/schema";

/** What one can do with a key. */
export interface KeyActions {
  onRotate(key: KeyRecord): void;
  onRevoke(key: KeyRecord): void;
}
