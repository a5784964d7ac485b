import { FormDialog } from "@/components/form/form-dialog";
import { Snippet } from "@/components/ui/snippet";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { useToast } from "@/components/ui/toasts";
import type { PasskeyRecord, PendingApp } from "@/lib/accounts/second-factors/schema.browser";
import { useRemoveFactor, useRenewRecoveryCodes } from "./factor-mutations";
import { late } from "@/components/ui/late";

const AppDialog = late(() => import("./app-dialog"), "AppDialog");
const PasskeyDialog = late(() => import("./passkey-dialog"), "PasskeyDialog");

export type OpenFactorDialog =
  | { kind: "app"; app: PendingApp; openedAt: number }
  | { kind: "passkey" | "renew" }
  | { kind: "remove"; passkey: PasskeyRecord | null }
  | { kind: "codes"; codes: string[] };

interface Props {
  open: OpenFactorDialog | null;
  onOpen(next: OpenFactorDialog | null): void;
}

/** The open dialog, and the next step after it. */
export function FactorDialogs({ open, onOpen }: Props) {
  const say = useToast();
  const close = () => onOpen(null);
  const done = (text: string, codes: string[] | undefined) => {
    say({ text });
    onOpen(codes ? { kind: "codes", codes } : null);
  };

  if (!open) return null;
  switch (open.kind) {
    case "app":
      return <AppDialog {...open} onDone={(codes) => done("Authenticator app added.", codes)} onDismiss={close} />;
    case "passkey":
      return <PasskeyDialog onDone={(name, codes) => done(`Passkey “${name}” added.`, codes)} onDismiss={close} />;
    case "renew":
      return <RenewDialog onDone={(codes) => onOpen({ kind: "codes", codes })} onDismiss={close} />;
    case "remove":
      return (
        <RemoveDialog passkey={open.passkey} onDone={(name) => done(`${name} removed.`, undefined)} onDismiss={close} />
      );
    case "codes":
      return <CodesDialog codes={open.codes} onClose={close} />;
  }
}

interface RemoveProps {
  passkey: PasskeyRecord | null;
  onDone(name: string): void;
  onDismiss(): void;
}

function RemoveDialog({ passkey, onDone, onDismiss }: RemoveProps) {
  const write = useRemoveFactor(passkey?.id ?? null);
  const name = passkey ? `Passkey “${passkey.name}”` : "Authenticator app";

  async function remove() {
    if (await write.mutate()) onDone(name);
  }
  return (
    <FormDialog
      {...{ write, onDismiss }}
      title={passkey ? `Remove the passkey “${passkey.name}”` : "Remove the authenticator app"}
      action="Remove"
      doing="Removing…"
      look="danger"
      onSubmit={() => void remove()}
    >
      <p>
        It no longer signs you in. If it is your last second factor, your recovery codes end too, and your password
        alone signs you in.
      </p>
      <p>{passkey ? "Remove it from your device as well." : "Delete the entry in the app as well."}</p>
    </FormDialog>
  );
}

function RenewDialog({ onDone, onDismiss }: { onDone(codes: string[]): void; onDismiss(): void }) {
  const write = useRenewRecoveryCodes();

  async function renew() {
    const made = await write.mutate();
    if (made) onDone(made.recovery_codes);
  }
  return (
    <FormDialog
      {...{ write, onDismiss }}
      title="Get new recovery codes"
      action="Get new codes"
      doing="Creating…"
      onSubmit={() => void renew()}
    >
      <p>You get ten new codes. The ones that you saved before stop working.</p>
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const text = codes.join("\n");
  return (
    <ShownOnceDialog
      title="Your recovery codes"
      file={{ label: "Download as a text file", name: "theatre-listings-recovery-codes.txt", text: `${text}\n` }}
      savedLabel="I’ve saved these codes"
      warning="You haven’t copied or downloaded these codes. Without them, only an administrator can let you in if you lose your device."
      onClose={onClose}
    >
      {(keep) => (
        <>
          <p>
            Save these codes now, where you keep your passwords. You won’t be able to see them again. Each signs you in
            once instead of a code from the app.
          </p>
          <Snippet label="Recovery codes" text={text} copyLabel="Copy the codes" onCopied={keep} />
        </>
      )}
    </ShownOnceDialog>
  );
}
