"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { useRetraction } from "@/components/ui/toasts";
import { taken } from "@/components/taken";
import { useWrite } from "@/components/use-write";
import { ApiError, sendApi } from "@/lib/client/client";
import { apiKey, useApi, type Held } from "@/lib/client/hooks";
import { CreationProvider } from "./creation-provider";
import type { Base } from "./drafts";
import { entryName, neededForNames } from "@/components/resource/record-name";
import { History } from "@/components/undo/history";
import { MergeDialog } from "./merge-dialog";
import { nouns, type Path } from "@/lib/resources/nouns";
import type { FlatRecord } from "./record-shape";
import { SaveForm } from "./save-form";
import { showTrouble } from "./save-trouble";
import { useRecordShape } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { useDraftForm } from "./use-draft-form";
import { useUndo } from "@/components/undo/use-undo";

const DeleteDialog = dynamic(() => import("./delete-dialog").then(({ DeleteDialog }) => DeleteDialog), { ssr: false });

interface Props {
  path: Path;
  id: string;
  /** What else there is to a record of this resource. */
  children?: ReactNode;
}

/** A record to correct or delete, with its history. */
export function EditRecord({ path, id, children }: Props) {
  const { data, error, refetch } = useApi(`/${path}/${encodeURIComponent(id)}`, taken<FlatRecord>());
  return (
    <CreationProvider>
      {data && <EditForm path={path} id={id} held={data} />}
      <QueryState
        query={{ data, error, refetch }}
        lines={8}
        label={`Loading the ${nouns[path].singular}…`}
        title={
          error?.answer?.status === 404 ? `There is no such ${nouns[path].singular} (any more)` : "It could not be read"
        }
        text={error?.answer?.status === 404 ? "If it was deleted, its history is below and can be undone." : undefined}
        className="rounded border border-line"
      />
      {data && children}
      <History path={path} id={id} />
    </CreationProvider>
  );
}

function EditForm({ path, id, held }: { path: Path; id: string; held: Held<FlatRecord> }) {
  const shape = useRecordShape(path);
  const current = useMemo(() => ({ record: held.body, etag: held.etag }), [held]);
  const draft = useDraftForm(shape, id, current);
  const writing = useWrite();
  const [merging, setMerging] = useState<{ base: Base; mine: Record<string, unknown> } | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const { offer } = useUndo();
  const retract = useRetraction();
  const { directory } = useDirectory(typeof held.body["name"] === "string" ? [] : neededForNames);
  const address = `/${path}/${encodeURIComponent(id)}`;
  const nameOf = (after: FlatRecord) => entryName({ resource: path, record_id: id, before: null, after }, directory);

  function saved({ record, etag }: { record: FlatRecord; etag: string | null }) {
    client.setQueryData(apiKey(address), { body: record, etag });
    draft.adopt({ record, etag });
    setMerging(null);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== address });
    offer(`Saved ${nameOf(record)}.`, { path, id, after: record });
  }

  async function save(data: Record<string, unknown>) {
    const base = draft.base.current;
    retract(`${path}/${id}`);
    await writing.write(async (signal) => {
      try {
        const { body, etag } = await sendApi("PUT", address, data, base.etag, signal);
        saved({ record: body as FlatRecord, etag });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.answer?.status === 412) {
          setMerging({ base, mine: data });
          void client.invalidateQueries({ queryKey: apiKey(address) });
        } else showTrouble(draft.form, shape, error);
        if (error.answer?.status === 404) void client.invalidateQueries({ queryKey: ["activity"] });
      }
    });
  }

  function deleted() {
    draft.adopt(current);
    setIsDeleting(false);
    void client.invalidateQueries({ refetchType: "none" });
    offer(`Deleted ${nameOf(held.body)}.`, { path, id, after: null });
    router.push(`/dashboard/${path}`);
  }

  return (
    <>
      <SaveForm shape={shape} id={id} draft={draft} save={save} writing={writing}>
        <Button onClick={() => setIsDeleting(true)}>Delete…</Button>
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
