import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { WriteError } from "@/components/ui/error-notice";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { useApiForm } from "@/components/form/use-api-form";
import type { useApiWrite } from "@/components/form/use-write";

interface Props {
  /** The state of the write that the form sends. */
  write?: Pick<ReturnType<typeof useApiWrite>, "isBusy" | "isSlow" | "stop" | "error">;
  /** What `useApiForm` returns; without it, `onSubmit` does all. */
  form?: Pick<ReturnType<typeof useApiForm>, "formProps" | "names" | "isBusy">;
  onSubmit?(): void;
  /** The label of the main action, and while it runs. */
  action: string;
  doing?: string;
  /** There is nothing to send yet. */
  isDisabled?: boolean;
  look?: ButtonLook;
  icon?: LucideIcon;
  /** Why nothing was saved. Default: the error of the write. */
  problem?: ReactNode;
  onDismiss(): void;
  children: ReactNode;
}

export function FormDialog({ title, ...form }: Props & { title: ReactNode }) {
  return (
    <Dialog title={title} onDismiss={form.onDismiss}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The form of a dialog that has more than its form: the fields, why it was refused, and its buttons. */
export function DialogForm({
  write,
  form,
  onSubmit,
  action,
  doing = action,
  isDisabled = false,
  problem,
  children,
  ...actions
}: Props) {
  const isBusy = form?.isBusy ?? write?.isBusy ?? false;
  const cannotSend = isBusy || isDisabled;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through portals, to a form around this dialog.
        event.stopPropagation();
        if (form) form.formProps.onSubmit(event);
        else if (!cannotSend) onSubmit?.();
      }}
    >
      {children}
      {problem === undefined ? <WriteError error={write?.error ?? null} fields={form?.names} /> : problem}
      <DialogActions action={isBusy ? doing : action} isDisabled={cannotSend} write={write} {...actions} />
    </form>
  );
}
