"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { ComponentType, ReactNode } from "react";
import { useCurrentStaff, useMay } from "@/components/accounts/current-staff";
import { useChanges, verification, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";
import { SourcesProvider, useSources } from "@/components/records/details/sources";
import { RecordLabel } from "@/components/records/record-name";
import { suggestionParameter } from "@/components/records/suggestions/use-suggestions";
import { londonDay } from "@/components/ui/calendar";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { InView } from "@/components/ui/in-view";
import { late, useLoaded } from "@/components/ui/late";
import { isSingleKey, usePageKeys } from "@/components/ui/page-keys";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { useApi } from "@/lib/http/client/hooks.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { draftKey, draftsOf, hasDraft } from "./form/drafts";
import { documentPath, type FormRecord } from "./form/record-shape";

const loadForms = () => import("./form/record-forms");
const loading = <Skeleton shape="fields" lines={6} label="Loading form…" />;
const RecordForms = late(loadForms, "RecordForms", loading);
const History = late(() => import("@/components/records/undo/history"), "History");
const RelatedSections = late(() => import("@/components/records/related/related-sections"), "RelatedSections");
const SuggestionNotice = late(() => import("@/components/records/suggestions/suggestion-notice"), "SuggestionNotice");
const MissingRecord = late(() => import("@/components/records/undo/history"), "MissingRecord");

interface TitleProps {
  path: ResourcePath;
  id: string;
  /** The name that the server knows. */
  first: string | null;
}

/** The heading of a record's page: the record's name, or that there is no such record. */
export function RecordTitle({ path, id, first }: TitleProps) {
  const { data, error } = useApi<FormRecord>(documentPath({ path }, id));
  const term = capitalised(resourceViews[path].singular);
  if (error?.response?.status === 404) return `${term} not found`;
  return <RecordLabel path={path} record={data?.body ?? { id, name: first }} first={first ?? term} />;
}

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
  /** The forms. Those with unsaved values or errors, which must be in sight, have `data-unsaved`. */
  children: ReactNode;
}

/** The page of a record: its form, its details and its sources, what refers to it, and its history. */
export function EditRecord({ path, id, children, Frame, history, areSectionsReady = true }: Props) {
  const { data, error, refetch } = useApi<FormRecord>(documentPath({ path }, id));
  const account = useCurrentStaff().id;
  const mayReadActivity = useMay("readActivity");
  const hasSuggestion = useSearchParams().has(suggestionParameter);
  // Loads together with the record, unless the form is folded away.
  const code = useLoaded(Frame ? null : loadForms);
  const isTyped = draftsOf(account, path, id).some(hasDraft);
  const isInSight = data && (isTyped || hasDraft(draftKey(account, "cast", id)));
  // It may have been deleted while the page was open; then what is typed stays in sight.
  if (error?.response?.status === 404 && !isInSight)
    return <MissingRecord path={path} id={id} link={error.response?.link ?? null} />;
  // What is below the form waits for it, so that it is not pushed down.
  const isFormThere = data && code !== null;
  return (
    <SourcesProvider path={path} id={id}>
      {hasSuggestion && <SuggestionNotice path={path} id={id} />}
      <VerifiedLine etag={data?.etag ?? null} />
      {data && Frame && (
        <Frame record={data.body} hasDraft={isTyped || hasSuggestion}>
          <RecordForms path={path} id={id} held={data} />
        </Frame>
      )}
      <QueryState
        query={{ data, error, refetch }}
        what={`the ${resourceViews[path].singular}`}
        {...(Frame ? { shape: "line", lines: 1 } : { shape: "fields", lines: 6 })}
      />
      {data && !Frame && (code ? <code.RecordForms path={path} id={id} held={data} /> : loading)}
      {(Frame ? data || !error : isFormThere) && children}
      {data && (Frame ? areSectionsReady : isFormThere) && (
        <>
          <InView>
            <RelatedSections path={path} record={data.body} />
          </InView>
          {mayReadActivity && <InView>{history ?? <History path={path} id={id} />}</InView>}
        </>
      )}
    </SourcesProvider>
  );
}

/** When staff last confirmed a record, and the button that confirms it now. @param etag of the version in sight. */
function VerifiedLine({ etag }: { etag: string | null }) {
  const held = useSources();
  const now = useNow();
  const client = useQueryClient();
  const { make, isBusy, error } = useChanges();
  const at = held?.document?.verified_at;
  const isDone = at ? londonDay(at) === londonDay(new Date(now).toISOString()) : false;

  async function verify() {
    if (!held?.document || isDone || isBusy) return;
    const { path, id } = held;
    const text = verifiedText(`the ${resourceViews[path].singular}`);
    const result = await make([verification(path, id, etag ?? undefined)], text, `${path}/${id}`);
    // Someone else may have changed it: it is shown as it is now.
    if (!result) await client.invalidateQueries();
  }

  usePageKeys((event) => {
    if (event.key.toLowerCase() !== "v" || !isSingleKey(event)) return;
    if (!document.querySelector("dialog[open]")) void verify();
  });

  if (!held) return null;
  return (
    <div className="-mt-4 mb-4 flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
      {held.document && (
        <>
          <span className="text-muted">
            {at ? (
              <>
                Verified <DateTime at={at} look="day" /> · <RelativeTime at={at} />
              </>
            ) : (
              "Never verified"
            )}
          </span>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            aria-disabled={isDone || isBusy}
            aria-keyshortcuts="v"
            className="min-h-8 cursor-pointer font-semibold underline underline-offset-4 aria-disabled:cursor-default aria-disabled:no-underline"
            onClick={() => void verify()}
          >
            {isDone ? "Verified today" : verifyLabel}
          </button>
        </>
      )}
      <span role="alert" className="text-curtain">
        {error &&
          (error.response?.status === 412
            ? "Someone else has changed this record. It is shown as it is now: check it, then verify it."
            : `Not verified. ${error.message}`)}
      </span>
    </div>
  );
}
