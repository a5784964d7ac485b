"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useDismissToast } from "@/components/ui/toasts";
import type { Along } from "@/components/records/details/save-part";
import type { Source } from "@/components/records/details/source-list";
import { useSourcePrompt } from "@/components/records/details/use-source-prompt";
import { RequestError } from "@/lib/client/client.browser";
import type { CachedResponse } from "@/lib/client/hooks.browser";
import type { DraftBase } from "./drafts";
import type { ChangesOfCast } from "./ended-engagements";
import { entryName, resourcesForNames } from "@/components/records/record-name";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useUpdateRecord } from "./record-mutations";
import type { FormRecord, SavedRecord } from "./record-shape";
import { SaveForm } from "./save-form";
import { showSaveError } from "./save-error";
import { useRecordShape } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { useSuggestionOfForm } from "@/components/records/suggestions/use-suggestion-of-form";
import { useDraftForm } from "./use-draft-form";
import { useKeptName } from "./use-kept-name";
import { useUndo } from "@/components/records/undo/use-undo";

const EndedEngagements = dynamic(() => import("./ended-engagements").then((loaded) => loaded.EndedEngagements), {
  ssr: false,
});
const MergeDialog = dynamic(() => import("./merge-dialog").then(({ MergeDialog }) => MergeDialog), { ssr: false });
const DeleteDialog = dynamic(() => import("./delete-dialog").then(({ DeleteDialog }) => DeleteDialog), { ssr: false });

/** A version that someone else has changed since. */
interface Conflict {
  base: DraftBase;
  mine: Record<string, unknown>;
  addSources: readonly Source[] | undefined;
  along: Along | undefined;
}

interface Props {
  path: ResourcePath;
  id: string;
  /** The document beside the record that is edited; default: the record itself. */
  part?: "details";
  /** The document as saved. */
  held: CachedResponse<FormRecord>;
  /** Told whether the form has unsaved values or errors, and must be in sight. */
  onNeeded?: ((isNeeded: boolean) => void) | undefined;
}

/** The form of a saved record, or of its details. */
export function EditForm({ path, id, part, held, onNeeded }: Props) {
  const shape = useRecordShape(path, part);
  const current = useMemo(() => ({ record: held.body, etag: held.etag }), [held]);
  const suggestion = useSuggestionOfForm(shape, id);
  const draft = useDraftForm(shape, id, current, suggestion.proposal);
  const updating = useUpdateRecord(path, id, part);
  const [merging, setMerging] = useState<Conflict | null>(null);
  const { dirtyFields } = draft.form.formState;
  const sourcePrompt = useSourcePrompt(
    shape.fields.filter(({ name }) => dirtyFields[name]),
    suggestion.citation,
  );
  const keptName = useKeptName({ path, id, part, before: held.body["name"], after: draft.values["name"] });
  const endedEngagements = useRef<ChangesOfCast>(null);
  const closing = path === "productions" && dirtyFields["closing_date"] ? draft.values["closing_date"] : undefined;
  const [isDeleting, setIsDeleting] = useState(false);
  const router = useRouter();
  const { offer, offerEntry } = useUndo();
  const retract = useDismissToast();
  const { directory } = useDirectory(typeof held.body["name"] === "string" ? [] : resourcesForNames);
  const nameOf = (after: FormRecord) => entryName({ resource: path, record_id: id, before: null, after }, directory);

  function saved(version: SavedRecord) {
    draft.adopt(version);
    setMerging(null);
    sourcePrompt.clear();
    void suggestion.accept();
    const { record, activityId } = version;
    const text = part ? (
      "Saved the details."
    ) : (
      <>
        Saved <bdi>{nameOf(record)}</bdi>.
      </>
    );
    if (activityId) offerEntry(text, activityId, `${path}/${id}`);
    else if (activityId === undefined) offer(text, { path, id, after: record });
  }

  async function save(data: Record<string, unknown>) {
    const base = draft.base.current;
    const addSources = await sourcePrompt.confirm();
    if (addSources === null) return;
    retract(`${path}/${id}`);
    const others = endedEngagements.current?.() ?? [];
    const own = await keptName.change().catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      showSaveError(draft.form, shape, error);
      return null;
    });
    if (own === null) return;
    const along = own || others.length > 0 ? { ...(own && { own }), others } : undefined;
    const version = await updating.mutate({ data, etag: base.etag, addSources, along }, (error) => {
      if (error.response?.status === 412) setMerging({ base, mine: data, addSources, along });
      else showSaveError(draft.form, shape, error);
    });
    if (version) saved(version);
  }

  function deleted() {
    draft.adopt(current);
    setIsDeleting(false);
    offer(
      <>
        Deleted <bdi>{nameOf(held.body)}</bdi>.
      </>,
      { path, id, after: null },
    );
    router.push(`/dashboard/${path}`);
  }

  const isNeeded = draft.isDirty || Object.keys(draft.form.formState.errors).length > 0;
  useEffect(() => onNeeded?.(isNeeded), [isNeeded, onNeeded]);
  return (
    <>
      <SaveForm
        shape={suggestion.shape}
        id={id}
        draft={draft}
        save={save}
        writing={updating}
        extra={
          <>
            {keptName.prompt}
            {closing !== undefined && (
              <EndedEngagements
                ref={endedEngagements}
                productionId={id}
                opening={draft.values["opening_date"] || null}
                closing={closing}
              />
            )}
            {sourcePrompt.prompt}
          </>
        }
        preload={sourcePrompt.preload}
      >
        {!part && (
          <Button look="danger" onClick={() => setIsDeleting(true)}>
            Delete…
          </Button>
        )}
      </SaveForm>
      {merging && <MergeDialog shape={shape} id={id} {...merging} onSaved={saved} onDismiss={() => setMerging(null)} />}
      {isDeleting && (
        <DeleteDialog
          path={path}
          id={id}
          name={nameOf(held.body)}
          etag={held.etag}
          onDeleted={deleted}
          onDismiss={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
