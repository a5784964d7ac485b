"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useCurrentStaff, useMay } from "@/components/accounts/current-staff";
import { FactsSections } from "@/components/records/details/facts-sections";
import { SourcesProvider } from "@/components/records/details/sources-context";
import { VerifiedLine } from "@/components/records/details/verified-line";
import { InView } from "@/components/ui/in-view";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useLoaded } from "@/components/ui/use-loaded";
import { useApi, type CachedResponse } from "@/lib/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { CreationProvider } from "./creation";
import { draftKey, hasDraft } from "./drafts";
import { suggestionParameter } from "@/components/records/suggestions/use-suggestions";
import { documentPath, type FormRecord } from "./record-shape";
import { late } from "@/components/ui/late";

const loadForm = () => import("./edit-form");
const History = late(() => import("@/components/records/undo/history"), "History");
const RelatedSections = late(() => import("@/components/records/related/related-sections"), "RelatedSections");
const SuggestionNotice = late(() => import("@/components/records/suggestions/suggestion-notice"), "SuggestionNotice");
const MissingRecord = late(() => import("./missing-record"), "MissingRecord");

interface Props {
  path: ResourcePath;
  id: string;
  /** Further sections for records of this resource. */
  children?: ReactNode;
  /** Placed around the form. */
  Frame?: ComponentType<FormFrameProps>;
  /** Shown instead of the entries of this record alone. */
  history?: ReactNode;
  /** Whether the further sections have their place: what is below them waits, so that it is not pushed down. */
  areSectionsReady?: boolean;
}

export interface FormFrameProps {
  /** As saved. */
  record: FormRecord;
  /** Whether the browser keeps unsaved values of the form, or a suggestion fills it. */
  hasDraft: boolean;
  /** Loads the form's code before it is needed. */
  preload(): void;
  /** The form. @param onNeeded told whether it has unsaved values or errors, and must be in sight. */
  children(onNeeded: (isNeeded: boolean) => void): ReactNode;
}

/** Edits or deletes a record, and shows its history. */
export function EditRecord({ path, id, children, Frame, history, areSectionsReady = true }: Props) {
  const { data, error, refetch } = useApi<FormRecord>(documentPath({ path }, id));
  const account = useCurrentStaff().id;
  const mayReadActivity = useMay("readActivity");
  const hasSuggestion = useSearchParams().has(suggestionParameter);
  const isFramed = Frame !== undefined;
  // Loads together with the record, unless the form is folded away.
  useEffect(() => {
    if (!isFramed) preload();
  }, [isFramed]);
  const isGone = !data && error?.response?.status === 404;
  if (isGone) return <MissingRecord path={path} id={id} link={error.response?.link ?? null} />;
  const isDrafted = [path, `${path}/details`].some((document) => hasDraft(draftKey(account, document, id)));
  const further = data && areSectionsReady && (
    <>
      <InView>
        <RelatedSections path={path} record={data.body} />
      </InView>
      {mayReadActivity && <InView>{history ?? <History path={path} id={id} />}</InView>}
    </>
  );
  return (
    <RecordProviders path={path} id={id}>
      {hasSuggestion && <SuggestionNotice path={path} id={id} />}
      <VerifiedLine etag={data?.etag ?? null} />
      {data && Frame && (
        <Frame record={data.body} hasDraft={isDrafted || hasSuggestion} preload={preload}>
          {(onNeeded) => <Forms path={path} id={id} held={data} onNeeded={onNeeded} />}
        </Frame>
      )}
      <QueryState
        query={{ data, error, refetch }}
        what={`the ${resourceViews[path].singular}`}
        {...(Frame ? { shape: "line", lines: 1 } : { shape: "fields", lines: 6 })}
      />
      {Frame && (data || !error) && children}
      {data &&
        (Frame ? (
          further
        ) : (
          <Forms path={path} id={id} held={data}>
            {children}
            {further}
          </Forms>
        ))}
    </RecordProviders>
  );
}

function RecordProviders({ path, id, children }: Pick<Props, "path" | "id"> & { children: ReactNode }) {
  return (
    <SourcesProvider path={path} id={id}>
      <CreationProvider>{children}</CreationProvider>
    </SourcesProvider>
  );
}

interface FormsProps {
  path: ResourcePath;
  id: string;
  held: CachedResponse<FormRecord>;
  onNeeded?: (isNeeded: boolean) => void;
  /** What is below them. It waits for them, so that it is not pushed down. */
  children?: ReactNode;
}

/** The forms of a record, its details and its sources. */
function Forms({ path, id, held, onNeeded, children }: FormsProps) {
  const code = useLoaded(loadForm);
  const [isRecordNeeded, setIsRecordNeeded] = useState(false);
  const [areDetailsNeeded, setAreDetailsNeeded] = useState(false);
  const isNeeded = isRecordNeeded || areDetailsNeeded;
  useEffect(() => onNeeded?.(isNeeded), [isNeeded, onNeeded]);
  if (!code) return <Skeleton shape="fields" lines={6} label="Loading form…" />;
  return (
    <>
      <code.EditForm path={path} id={id} held={held} onNeeded={setIsRecordNeeded} />
      <FactsSections path={path} id={id} record={held.body} onNeeded={setAreDetailsNeeded} />
      {children}
    </>
  );
}

/** If it fails, the form itself reports it. */
function preload(): void {
  void loadForm().catch(() => undefined);
}
