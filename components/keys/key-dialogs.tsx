"use client";

import { useToast } from "@/components/ui/toasts";
import type { IssuedKey, KeyRecord } from "@/lib/keys/schema";
import { NewKeyDialog } from "./new-key-dialog";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";
import { SecretDialog } from "./secret-dialog";

/** The secret is kept only here, until its dialog closes. */
export type OpenDialog =
  | { kind: "new" }
  | { kind: "rotate" | "revoke"; record: KeyRecord }
  | { kind: "secret"; issued: IssuedKey };

interface Props {
  open: OpenDialog | null;
  origin: string;
  onOpen(next: OpenDialog | null): void;
}

/** The open dialog, and the next step after it. */
export function KeyDialogs({ open, origin, onOpen }: Props) {
  const say = useToast();
  const close = () => onOpen(null);
  const show = (issued: IssuedKey) => onOpen({ kind: "secret", issued });

  if (!open) return null;
  switch (open.kind) {
    case "new":
      return <NewKeyDialog onDone={show} onDismiss={close} />;
    case "rotate":
      return <RotateDialog record={open.record} onDone={show} onDismiss={close} />;
    case "secret":
      return <SecretDialog issued={open.issued} origin={origin} onClose={close} />;
    case "revoke":
      return (
        <RevokeDialog
          record={open.record}
          onDone={(revoked) => {
            say({ text: `“${revoked.name}” has been revoked.` });
            close();
          }}
          onDismiss={close}
        />
      );
  }
}
