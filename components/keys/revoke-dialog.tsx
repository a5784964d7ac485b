"use client";

import { useState, type SubmitEvent } from "react";
import { WriteTrouble } from "@/components/account/write-trouble";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import type { KeyRecord } from "@/lib/keys/schema";
import { useRevokeKey } from "./key-mutations";

interface Props {
  record: KeyRecord;
  onDone(revoked: KeyRecord): void;
  onDismiss(): void;
}

/** Ends a key for good. Its name is typed, since nothing brings it back. */
export function RevokeDialog({ record, onDone, onDismiss }: Props) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const { mutate: revoke, isBusy, error } = useRevokeKey(record.id);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const isNamed = typed.trim() === record.name;
    setProblem(isNamed ? undefined : `must be the key’s name: ${record.name}`);
    if (!isNamed) return;
    const revoked = await revoke();
    if (revoked) onDone(revoked);
  }

  return (
    <Dialog title={`Revoke “${record.name}”`} onDismiss={onDismiss}>
      <p>
        From the next request on, whatever uses <code className="font-mono">{record.prefix}…</code> is refused. This
        can’t be undone.
      </p>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label="Type the key’s name"
          value={typed}
          autoComplete="off"
          hint={record.name}
          problem={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <WriteTrouble error={error} />
        <DialogActions action={isBusy ? "Revoking…" : "Revoke for good"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
