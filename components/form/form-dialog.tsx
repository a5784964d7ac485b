"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode, SubmitEvent } from "react";
import { WriteError } from "@/components/form/write-error";
import { SlowNotice } from "@/components/ui/slow-notice";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { useApiWrite } from "@/components/form/use-api-write";

interface Props {
  title: ReactNode;
  /** The state of the write that the form sends. */
  write?: Pick<ReturnType<typeof useApiWrite>, "isBusy" | "isSlow" | "stop" | "error">;
  /** What `useApiForm` returns; without it, `onSubmit` does all. */
  form?: {
    formProps: { onSubmit(event: SubmitEvent<HTMLFormElement>): void };
    names: readonly string[];
    isBusy: boolean;
  };
  onSubmit?(): void;
  /** The label of the main action, and while it runs. */
  action: string;
  doing?: string;
  look?: ButtonLook;
  icon?: LucideIcon;
  /** Why nothing was saved. Default: the error of the write. */
  problem?: ReactNode;
  onDismiss(): void;
  children: ReactNode;
}

/** A dialog with one form: its fields, why it was refused, and its buttons. */
export function FormDialog({ title, write, form, onSubmit, action, doing, problem, children, ...actions }: Props) {
  const isBusy = form?.isBusy ?? write?.isBusy ?? false;
  return (
    <Dialog title={title} onDismiss={actions.onDismiss}>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals, to a form around this dialog.
          event.stopPropagation();
          if (form) form.formProps.onSubmit(event);
          else if (!isBusy) onSubmit?.();
        }}
      >
        {children}
        {problem === undefined ? <WriteError error={write?.error ?? null} fields={form?.names} /> : problem}
        <DialogActions action={isBusy ? (doing ?? action) : action} isDisabled={isBusy} {...actions}>
          {write && <SlowNotice isSlow={write.isSlow} stop={write.stop} />}
        </DialogActions>
      </form>
    </Dialog>
  );
}
