"use client";

import dynamic from "next/dynamic";
import { useEffect, type ComponentType, type ReactNode } from "react";
import { useCurrentStaff } from "@/components/dashboard/current-staff";
import { trusted } from "@/components/trusted";
import { InView } from "@/components/ui/in-view";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useApi } from "@/lib/client/hooks";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { CreationProvider } from "./creation-provider";
import { draftKey, readDraft } from "./drafts";
import type { FormRecord } from "./record-shape";

const loadForm = () => import("./edit-form").then(({ EditForm }) => EditForm);
const EditForm = dynamic(loadForm, {
  ssr: false,
  loading: () => <Skeleton shape="fields" lines={6} label="Loading form…" />,
});
const History = dynamic(() => import("@/components/undo/history").then(({ History }) => History), { ssr: false });
const RelatedSections = dynamic(
  () => import("@/components/related/related-sections").then((loaded) => loaded.RelatedSections),
  { ssr: false },
);
const MissingRecord = dynamic(() => import("./missing-record").then((loaded) => loaded.MissingRecord), { ssr: false });

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
  /** Whether the browser keeps unsaved values of the form. */
  hasDraft: boolean;
  /** Loads the form's code before it is needed. */
  preload(): void;
  /** The form. @param onNeeded told whether it has unsaved values or errors, and must be in sight. */
  children(onNeeded: (isNeeded: boolean) => void): ReactNode;
}

/** Edits or deletes a record, and shows its history. */
export function EditRecord({ path, id, children, Frame, history }: Props) {
  const { data, error, refetch } = useApi(`/${path}/${encodeURIComponent(id)}`, trusted<FormRecord>());
  const account = useCurrentStaff().id;
  const isFramed = Frame !== undefined;
  // Loads together with the record, unless the form is folded away.
  useEffect(() => {
    if (!isFramed) preload();
  }, [isFramed]);
  const isGone = !data && error?.answer?.status === 404;
  if (isGone) return <MissingRecord path={path} id={id} successor={error.answer?.successor ?? null} />;
  return (
    <CreationProvider>
      {data && Frame && (
        <Frame record={data.body} hasDraft={readDraft(draftKey(account, path, id)) !== null} preload={preload}>
          {(onNeeded) => <EditForm path={path} id={id} held={data} onNeeded={onNeeded} />}
        </Frame>
      )}
      {data && !Frame && <EditForm path={path} id={id} held={data} />}
      <QueryState
        query={{ data, error, refetch }}
        shape="fields"
        lines={6}
        label={`Loading ${nouns[path].singular}…`}
        title="The record can’t be loaded"
      />
      {(data || !error) && children}
      <InView>{data && <RelatedSections path={path} record={data.body} />}</InView>
      <InView>{history ?? <History path={path} id={id} />}</InView>
    </CreationProvider>
  );
}

/** If it fails, the form itself reports it. */
function preload(): void {
  void loadForm().catch(() => undefined);
}
