import type { ListedKey } from "@/lib/keys/schema";

/** Actions on a key. */
export interface KeyActions {
  onEdit(key: ListedKey): void;
  onRequestLimit(key: ListedKey): void;
  onRotate(key: ListedKey): void;
  onRevoke(key: ListedKey): void;
}
