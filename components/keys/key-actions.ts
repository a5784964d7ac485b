import type { KeyRecord } from "@/lib/keys/schema";

/** Actions on a key. */
export interface KeyActions {
  onRotate(key: KeyRecord): void;
  onRevoke(key: KeyRecord): void;
}
