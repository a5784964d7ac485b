import { useCallback, useEffect, useState, type ReactNode } from "react";
import { late } from "@/components/ui/late";
import { CreationContext, type CreateRecord } from "./creation-context";

const loadDialog = () => import("./creation-dialog");
const CreationDialog = late(loadDialog, "CreationDialog");

/** Lets forms create missing records in a dialog. Such a form can open another one; the innermost is on top. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly Parameters<CreateRecord>[]>([]);
  const create = useCallback<CreateRecord>((...one) => setWanted((all) => [...all, one]), []);
  useEffect(() => {
    // A picker has had the focus before a record is created, so the dialog is there for the first key typed into it.
    const preload = () => void loadDialog().catch(() => undefined);
    document.addEventListener("focusin", preload, { once: true });
    return () => document.removeEventListener("focusin", preload);
  }, []);
  return (
    <CreationContext value={create}>
      {children}
      {wanted.map(([path, initial, use], index) => (
        <CreationDialog
          key={index}
          path={path}
          initial={initial}
          onDone={(id) => {
            setWanted((all) => all.slice(0, -1));
            if (id !== null) use(id);
          }}
        />
      ))}
    </CreationContext>
  );
}
