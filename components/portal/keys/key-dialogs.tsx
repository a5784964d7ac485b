import { useToast } from "@/components/ui/toasts";
import type { IssuedKey, KeyRecord, ListedKey } from "@/lib/keys/schema.browser";
import { forgetReaderKey, setReaderKey } from "@/components/docs/reader-key";
import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Field } from "@/components/ui/field";
import { NewKeyDialog } from "./new-key-dialog";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";
import { SecretDialog } from "./secret-dialog";
import { useUpdateKey } from "./key-mutations";
import { late } from "@/components/ui/late";

const resolver = lateResolver(
  async () => (await import("@/lib/keys/schema.browser")).keyChange,
  ({ name, note = "" }) => ({ name, note: note.trim() === "" ? null : note }),
);
const RequestDialog = late(() => import("@/components/portal/limit-requests/request-dialog"), "RequestDialog");

/** The secret is kept here until its dialog closes, and in the tab's memory for the code samples (`reader-key.ts`). */
export type OpenDialog =
  | { kind: "new" }
  | { kind: "edit" | "limit" | "rotate" | "revoke"; record: ListedKey }
  | { kind: "secret"; issued: IssuedKey };

interface Props {
  open: OpenDialog | null;
  origin: string;
  /** The account's active keys. */
  active: KeyRecord[];
  onOpen(next: OpenDialog | null): void;
}

/** The open dialog, and the next step after it. */
export function KeyDialogs({ open, origin, active, onOpen }: Props) {
  const say = useToast();
  const close = () => onOpen(null);
  const show = (issued: IssuedKey) => {
    setReaderKey(issued.key);
    onOpen({ kind: "secret", issued });
  };

  if (!open) return null;
  switch (open.kind) {
    case "new":
      return <NewKeyDialog onDone={show} onDismiss={close} />;
    case "edit":
      return (
        <EditKeyDialog
          record={open.record}
          onDone={() => {
            say({ text: "Key saved." });
            close();
          }}
          onDismiss={close}
        />
      );
    case "limit":
      return <LimitDialog record={open.record} onClose={close} />;
    case "rotate":
      return <RotateDialog record={open.record} onDone={show} onDismiss={close} />;
    case "secret":
      return <SecretDialog issued={open.issued} origin={origin} onClose={close} />;
    case "revoke":
      return (
        <RevokeDialog
          record={open.record}
          active={active}
          onDone={(revoked) => {
            say({ text: `“${revoked.name}” has been revoked.` });
            forgetReaderKey(revoked.prefix);
            close();
          }}
          onDismiss={close}
        />
      );
  }
}

/** Requests a higher limit for a key, and says so. */
export function LimitDialog({ record, onClose }: { record: KeyRecord; onClose(): void }) {
  const say = useToast();
  const done = () => {
    say({ text: "Request sent." });
    onClose();
  };
  return <RequestDialog record={record} onDone={done} onDismiss={onClose} />;
}

interface EditKeyDialogProps {
  record: ListedKey;
  onDone(): void;
  onDismiss(): void;
}

/** Changes the name and the note of a key. The key itself stays the same. */
function EditKeyDialog({ record, onDone, onDismiss }: EditKeyDialogProps) {
  const write = useUpdateKey(record.id);
  const form = useApiForm({
    initial: { name: record.name, note: record.note ?? "" },
    resolver,
    send: async (change, onRefused) => {
      if (await write.mutate(change, onRefused)) onDone();
    },
  });
  return (
    <FormDialog {...{ form, write, onDismiss }} title={`Edit “${record.name}”`} action="Save" doing="Saving…">
      <Field label="Name" {...form.field("name")} autoComplete="off" hint="Only visible to you." />
      <Field
        label="Note (optional)"
        {...form.field("note")}
        autoComplete="off"
        hint="For example where the key is used, or who looks after it."
      />
    </FormDialog>
  );
}
