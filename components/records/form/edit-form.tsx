import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { useSourcePrompt } from "@/components/records/details/citation";
import { RecordLabel } from "@/components/records/directory/record-link";
import { useRecordShape } from "@/components/records/shapes";
import { useSuggestionOfForm } from "@/components/records/suggestions/use-suggestion-of-form";
import { useUndo } from "@/components/records/undo/use-undo";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { withdrawToasts } from "@/components/ui/toasts";
import { RequestError, type ApiResponse } from "@/lib/http/client/client.browser";
import type { CachedResponse } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { draftKey } from "./drafts";
import { showSaveError } from "./record-form";
import { useOffers, useUpdateRecord } from "./record-mutations";
import type { FormRecord, RecordPart } from "./record-shape";
import { SaveForm, useDraftForm } from "./draft-form";

const EditConflict = late(() => import("./edit-conflict"), "EditConflict");
const DeleteDialog = late(() => import("@/components/records/changes/delete-dialog"), "DeleteDialog");

interface Props {
  path: ResourcePath;
  id: string;
  /** The document beside the record that is edited; default: the record itself. */
  part?: RecordPart;
  /** The document as saved. */
  held: CachedResponse<FormRecord>;
}

export function EditForm({ path, id, part, held }: Props) {
  const shape = useRecordShape(path, part);
  const current = useMemo(() => ({ record: held.body, etag: held.etag }), [held]);
  const suggestion = useSuggestionOfForm(shape, id);
  const key = draftKey(useCurrentStaff().id, part ? `${path}/${part}` : path, id);
  const draft = useDraftForm(shape, key, current, suggestion.proposal);
  const updating = useUpdateRecord(path, id, part);
  const { dirtyFields } = draft.form.formState;
  const sourcePrompt = useSourcePrompt(
    part === "sources" ? [] : shape.fields.filter(({ name }) => dirtyFields[name]),
    suggestion.link,
  );
  const offers = useOffers({ shape, id, values: draft.values, dirtyFields });
  const [isDeleting, setIsDeleting] = useState(false);
  const router = useRouter();
  const { offer } = useUndo();

  function saved({ body: record, etag, activityId }: ApiResponse<FormRecord>) {
    draft.adopt({ record, etag });
    sourcePrompt.clear();
    void suggestion.accept();
    const text = part ? (
      `Saved the ${part}.`
    ) : (
      <>
        Saved <RecordLabel path={path} record={record} />.
      </>
    );
    if (activityId !== null) offer(text, activityId, { about: `${path}/${id}` });
  }

  async function save(data: Record<string, unknown>) {
    const base = draft.base.current;
    const addSources = sourcePrompt.confirm();
    if (addSources === null) return;
    withdrawToasts(`${path}/${id}`);
    const accept = await offers.accepted(data).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      showSaveError(draft.form, shape, error);
      return null;
    });
    if (accept === null) return;
    const version = await updating.update({ data, etag: base.etag, addSources, accept }, (error) => {
      if (error.response?.status !== 412) return showSaveError(draft.form, shape, error);
      // Not awaited: the form is no longer busy.
      void openDialog<ApiResponse<FormRecord>>((end) => (
        <EditConflict {...{ shape, id, base, addSources, accept }} mine={data} onEnd={end} />
      )).then((merged) => merged && saved(merged));
    });
    if (version) saved(version);
  }

  function deleted() {
    draft.adopt(current);
    setIsDeleting(false);
    router.push(`/dashboard/${path}`);
  }

  const { name } = held.body;
  return (
    <>
      <SaveForm
        shape={shape}
        id={id}
        draft={draft}
        save={save}
        writing={updating}
        extra={
          <>
            {offers.prompt}
            {sourcePrompt.prompt}
          </>
        }
      >
        {!part && (
          <Button look="danger" onClick={() => setIsDeleting(true)}>
            Delete…
          </Button>
        )}
      </SaveForm>
      {isDeleting && (
        <DeleteDialog
          path={path}
          ids={[id]}
          nameOf={typeof name === "string" ? () => name : undefined}
          etag={held.etag}
          onDone={deleted}
          onDismiss={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
