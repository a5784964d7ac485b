"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { useDismissToast } from "@/components/ui/toasts";
import { trusted } from "@/components/trusted";
import { useApi, type CachedResponse } from "@/lib/client/hooks";
import { CreationProvider } from "./creation-provider";
import type { DraftBase } from "./drafts";
import { entryName, resourcesForNames } from "@/components/resource/record-name";
import { History } from "@/components/undo/history";
import { MergeDialog } from "./merge-dialog";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { useUpdateRecord, type SavedRecord } from "./record-mutations";
import type { FormRecord } from "./record-shape";
import { SaveForm } from "./save-form";
import { showSaveError } from "./save-error";
import { useRecordShape } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { RelatedInView } from "@/components/related/related-in-view";
import { useDraftForm } from "./use-draft-form";
import { useUndo } from "@/components/undo/use-undo";

const MissingRecord = dynamic(() => import("./missing-record").then((loaded) => loaded.MissingRecord), { ssr: false });
const DeleteDialog = dynamic(() => import("./delete-dialog").then(({ DeleteDialog }) => DeleteDialog), { ssr: false });

interface Props {
  path: ResourcePath;
  id: string;
  /** Further sections for records of this resource. */
  children?: ReactNode;
  /** Placed around the form. */
  Frame?: ComponentType<FormFrameProps>;
  /** Shown instead of the entries of this record alone. */
  history?: ReactNode;
}

export interface FormFrameProps {
  /** As saved. */
  record: FormRecord;
  /** Whether the form has unsaved values or errors, and must be in sight. */
  isNeeded: boolean;
  children: ReactNode;
}

/** Edits or deletes a record, and shows its history. */
export function EditRecord({ path, id, children, Frame, history }: Props) {
  const { data, error, refetch } = useApi(`/${path}/${encodeURIComponent(id)}`, trusted<FormRecord>());
  const isGone = !data && error?.answer?.status === 404;
  if (isGone) return <MissingRecord path={path} id={id} />;
  return (
    <CreationProvider>
      {data && <EditForm path={path} id={id} held={data} {...(Frame ? { Frame } : {})} />}
      <QueryState
        query={{ data, error, refetch }}
        shape="fields"
        lines={6}
        label={`Loading ${nouns[path].singular}…`}
        title="The record can’t be loaded"
      />
      {(data || !error) && children}
      {data && <RelatedInView path={path} record={data.body} />}
      {history ?? <History path={path} id={id} />}
    </CreationProvider>
  );
}

function EditForm({
  path,
  id,
  held,
  Frame,
}: Pick<Props, "path" | "id" | "Frame"> & { held: CachedResponse<FormRecord> }) {
  const shape = useRecordShape(path);
  const current = useMemo(() => ({ record: held.body, etag: held.etag }), [held]);
  const draft = useDraftForm(shape, id, current);
  const updating = useUpdateRecord(path, id);
  const [merging, setMerging] = useState<{ base: DraftBase; mine: Record<string, unknown> } | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const router = useRouter();
  const { offer } = useUndo();
  const retract = useDismissToast();
  const { directory } = useDirectory(typeof held.body["name"] === "string" ? [] : resourcesForNames);
  const nameOf = (after: FormRecord) => entryName({ resource: path, record_id: id, before: null, after }, directory);

  function saved(version: SavedRecord) {
    draft.adopt(version);
    setMerging(null);
    offer(
      <>
        Saved <bdi>{nameOf(version.record)}</bdi>.
      </>,
      { path, id, after: version.record },
    );
  }

  async function save(data: Record<string, unknown>) {
    const base = draft.base.current;
    retract(`${path}/${id}`);
    const version = await updating.mutate({ data, etag: base.etag }, (error) => {
      if (error.answer?.status === 412) setMerging({ base, mine: data });
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

  const form = (
    <SaveForm shape={shape} id={id} draft={draft} save={save} writing={updating}>
      <Button look="danger" onClick={() => setIsDeleting(true)}>
        Delete…
      </Button>
    </SaveForm>
  );
  const isNeeded = draft.isDirty || Object.keys(draft.form.formState.errors).length > 0;
  return (
    <>
      {Frame ? (
        <Frame record={held.body} isNeeded={isNeeded}>
          {form}
        </Frame>
      ) : (
        form
      )}
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
