import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from "react";
import { late } from "@/components/ui/late";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { FormValues } from "@/lib/records/view.browser";

/** Creates a missing record in a dialog; `use` gets its id. */
export type CreateRecord = (path: ResourcePath, initial: FormValues, use: (id: string) => void) => void;

export const CreationContext = createContext<CreateRecord>(() => undefined);

export function useCreate(): CreateRecord {
  return useContext(CreationContext);
}

const loadDialog = () => import("./creation-dialog");
const CreationDialog = late(loadDialog, "CreationDialog");

interface Wanted {
  path: ResourcePath;
  initial: FormValues;
  use: (id: string) => void;
}

/** Lets forms create missing records in a dialog. Such a form can open another one; the innermost is on top. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const create = useCallback<CreateRecord>(
    (path, initial, use) => setWanted((all) => [...all, { path, initial, use }]),
    [],
  );
  useEffect(() => {
    // A picker has had the focus before a record is created, so the dialog is there for the first key typed into it.
    const preload = () => void loadDialog().catch(() => undefined);
    document.addEventListener("focusin", preload, { once: true });
    return () => document.removeEventListener("focusin", preload);
  }, []);
  const done = () => setWanted((all) => all.slice(0, -1));
  return (
    <CreationContext value={create}>
      {children}
      {wanted.map((one, index) => (
        <CreationDialog
          key={index}
          {...one}
          onDone={(id) => {
            done();
            if (id !== null) one.use(id);
          }}
        />
      ))}
    </CreationContext>
  );
}
