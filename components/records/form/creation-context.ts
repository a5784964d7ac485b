import { createContext, useContext } from "react";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { FormValues } from "@/lib/records/view.browser";

/** Creates a missing record in a dialog; `use` gets its id. */
export type CreateRecord = (path: ResourcePath, initial: FormValues, use: (id: string) => void) => void;

export const CreationContext = createContext<CreateRecord>(() => undefined);

export function useCreate(): CreateRecord {
  return useContext(CreationContext);
}
