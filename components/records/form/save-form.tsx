import { useRef, type ReactNode } from "react";
import { SlowNotice } from "@/components/ui/slow-notice";
import { Button } from "@/components/ui/button";
import { lazy } from "@/lib/core/memoize.browser";
import type { useApiWrite } from "@/components/form/use-write";
import { FormFields } from "./form-fields";
import { FormError, preloadSchema } from "./record-form";
import type { RecordShape } from "./record-shape";
import type { useDraftForm } from "./use-draft-form";
import { useSaveKey } from "@/components/ui/page-keys";

interface Props {
  shape: RecordShape;
  id: string | null;
  draft: ReturnType<typeof useDraftForm>;
  save(data: Record<string, unknown>): Promise<void>;
  writing: Pick<ReturnType<typeof useApiWrite>, "isBusy" | "isSlow" | "stop">;
  /** Between the fields and the save button. */
  extra?: ReactNode;
  /** Actions beside the save button. */
  children?: ReactNode;
}

const keptText = "Unsaved changes, kept as a draft in this browser.";
const restored = lazy(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }));

/** A record's form with its buttons and the notice of a restored draft. */
export function SaveForm({ shape, id, draft, save, writing, extra, children }: Props) {
  const { isSlow, stop } = writing;
  const { form, values, isDirty, isEdited, restoredAt, isDropped, dismiss, discard } = draft;
  // The first save loads code before it writes.
  const isBusy = writing.isBusy || draft.isSubmitting;
  const element = useRef<HTMLFormElement>(null);
  useSaveKey(element, () => {
    // A saved record without edits has nothing to save; a new one is checked, and says what is missing.
    const isNeeded = isDirty || id === null;
    if (isNeeded) element.current?.requestSubmit();
    return isNeeded;
  });
  return (
    <form
      ref={element}
      data-saves
      noValidate
      onFocus={() => preloadSchema(shape)}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {(restoredAt !== null || isDropped) && (
        <div
          role="status"
          className="mb-6 flex flex-wrap items-center gap-3 rounded border border-edge bg-raised p-3 text-sm"
        >
          <span className="grow">
            {restoredAt === null
              ? "Your unsaved draft couldn’t be read, so it was dropped."
              : `Restored your unsaved draft from ${restored().format(new Date(restoredAt))}.`}
          </span>
          {restoredAt !== null && <Button onClick={discard}>Discard draft</Button>}
          <Button look="plain" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
      <div className="min-w-0 max-w-[880px]">
        <FormFields shape={shape} id={id} form={form} values={values} />
        {extra}
        <div
          className={`mt-6 flex flex-wrap items-center gap-3 py-2 ${isDirty || isBusy ? "sticky bottom-0 z-10 bg-paper" : ""}`}
        >
          <FormError form={form} />
          <Button type="submit" look="primary" aria-disabled={isBusy} aria-keyshortcuts="Control+S Meta+S">
            {isBusy ? "Saving…" : shape.part ? `Save ${shape.part}` : "Save"}
          </Button>
          {children}
          <span role="status" className="text-sm text-muted">
            {isSlow ? "" : isEdited ? keptText : isDirty ? "The suggested value isn’t saved yet." : ""}
          </span>
          <SlowNotice isSlow={isSlow} stop={stop} />
        </div>
      </div>
    </form>
  );
}
