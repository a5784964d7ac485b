import type { Selection } from "@/components/records/list/selection";
import type { Cast } from "./use-cast";
import type { PersonOrRoleOf } from "./use-new-people-and-roles";

/** The row that is open for editing. */
export interface OpenRow {
  id: string;
  /** Whether it has just moved to another group, with the control that had the focus. */
  isMoved: boolean;
  /** Whether its dates or covers kept the cast from being saved. */
  isRefused?: boolean;
}

/** What the rows of all groups share. */
export interface RowContext {
  productionId: string;
  cast: Cast;
  selection: Selection;
  open: OpenRow | null;
  setOpen(open: OpenRow | null): void;
  personOrRoleOf: PersonOrRoleOf;
}
