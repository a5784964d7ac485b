"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useId, useState, type ComponentType, type ReactNode } from "react";
import { useCurrentStaff, useMay } from "@/components/accounts/current-staff";
import { SourcesProvider, useSources, VerifiedLine } from "@/components/records/details/sources";
import { useRecordShape } from "@/components/records/shapes";
import { suggestionParameter, useSuggestionOfPage } from "@/components/records/suggestions/use-suggestions";
import { InView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useLoaded } from "@/components/ui/use-loaded";
import { useApi, type CachedResponse } from "@/lib/http/client/hooks.browser";
import { sourceNameInWords } from "@/lib/records/terms.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { draftKey, draftsOf, hasDraft } from "./drafts";
import type { EditForm } from "./edit-form";
import { documentPath, type FormRecord, type RecordPart } from "./record-shape";

const loadForm = () => import("./edit-form");
const DetailsInWords = late(() => import("@/components/records/details/details-in-words"), "DetailsInWords");
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

/** The page of a record: its form, its details and its sources, what refers to it, and its history. */
export function EditRecord({ path, id, children, Frame, history, areSectionsReady = true }: Props) {
  const { data, error, refetch } = useApi<FormRecord>(documentPath({ path }, id));
  const account = useCurrentStaff().id;
  const mayReadActivity = useMay("readActivity");
  const hasSuggestion = useSearchParams().has(suggestionParameter);
  // Loads together with the record, unless the form is folded away.
  useEffect(() => {
    if (!Frame) preload();
  }, [Frame]);
  const isTyped = draftsOf(account, path, id).some(hasDraft);
  const isInSight = data && (isTyped || hasDraft(draftKey(account, "cast", id)));
  // It may have been deleted while the page was open; then what is typed stays in sight.
  if (error?.response?.status === 404 && !isInSight)
    return <MissingRecord path={path} id={id} link={error.response?.link ?? null} />;
  const further = data && areSectionsReady && (
    <>
      <InView>
        <RelatedSections path={path} record={data.body} />
      </InView>
      {mayReadActivity && <InView>{history ?? <History path={path} id={id} />}</InView>}
    </>
  );
  return (
    <SourcesProvider path={path} id={id}>
      {hasSuggestion && <SuggestionNotice path={path} id={id} />}
      <VerifiedLine etag={data?.etag ?? null} />
      {data && Frame && (
        <Frame record={data.body} hasDraft={isTyped || hasSuggestion} preload={preload}>
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
    </SourcesProvider>
  );
}

interface FormsProps extends Pick<Props, "path" | "id"> {
  held: CachedResponse<FormRecord>;
  onNeeded?: (isNeeded: boolean) => void;
  /** What is below them. It waits for them, so that it is not pushed down. */
  children?: ReactNode;
}

/** The forms of a record, its details and its sources. */
function Forms({ path, id, held, onNeeded, children }: FormsProps) {
  const code = useLoaded(loadForm);
  const hasParts = useSources() !== null;
  const [needed, setNeeded] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback((form: string, isNeeded: boolean) => {
    setNeeded((before) => new Set([...before].filter((one) => one !== form).concat(isNeeded ? form : [])));
  }, []);
  const isNeeded = needed.size > 0;
  useEffect(() => onNeeded?.(isNeeded), [isNeeded, onNeeded]);
  if (!code) return <Skeleton shape="fields" lines={6} label="Loading form…" />;
  const part = { path, id, record: held.body, Form: code.EditForm, onNeeded: report };
  return (
    <>
      <code.EditForm path={path} id={id} held={held} onNeeded={report} />
      {hasParts && <Part {...part} part="details" />}
      {hasParts && <Part {...part} part="sources" />}
      {children}
    </>
  );
}

interface PartProps extends Pick<Props, "path" | "id"> {
  part: RecordPart;
  record: FormRecord;
  Form: typeof EditForm;
  onNeeded(form: string, isNeeded: boolean): void;
}

/** A part of a record, folded to a line until its heading is pressed. What was opened stays, so that nothing typed is lost. */
function Part({ path, id, part, record, Form, onNeeded }: PartProps) {
  const elementId = useId();
  const account = useCurrentStaff().id;
  const shape = useRecordShape(path, part);
  const { data, error, refetch } = useApi<FormRecord>(documentPath(shape, id));
  const [isDrafted] = useState(() => draftsOf(account, path, id, [part]).some(hasDraft));
  const suggestion = useSuggestionOfPage(path, id);
  const isSuggested = shape.fields.some(({ name }) => name === suggestion?.field);
  const wanted = useSources()?.wanted ?? null;
  const [seen, setSeen] = useState(wanted);
  const [isToggled, setIsToggled] = useState<boolean | null>(null);
  if (part === "sources" && wanted !== seen) {
    setSeen(wanted);
    setIsToggled(true);
  }
  const isOpen = isToggled ?? (isDrafted || isSuggested);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const isInWords = part === "details" && !resourceViews[path].detailsForm;
  return (
    <section aria-labelledby={`${elementId}-title`} className="mt-6 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={`${elementId}-title`} className="text-2xl font-semibold">
          <button
            type="button"
            className="flex min-h-10 cursor-pointer items-center gap-2"
            aria-expanded={isOpen}
            aria-controls={elementId}
            onClick={() => setIsToggled(!isOpen)}
          >
            {part === "details" ? "Details" : "Sources"}
            <span aria-hidden="true" className={`text-xl text-muted ${isOpen ? "rotate-90" : ""}`}>
              ›
            </span>
          </button>
        </h2>
        {!isOpen && (
          <p className="min-w-0 text-sm break-words text-muted">
            {data ? summaryOf(shape.fields, data.body) || "None yet" : "…"}
          </p>
        )}
      </div>
      <div id={elementId} hidden={!isOpen} className="mt-4">
        {wasOpened && (
          <>
            <QueryState query={{ data, error, refetch }} what={`the ${part}`} shape="fields" lines={3} />
            {data && isInWords && <DetailsInWords path={path} details={data.body} record={record} />}
            {data && !isInWords && <Form path={path} part={part} id={id} held={data} onNeeded={onNeeded} />}
          </>
        )}
      </div>
    </section>
  );
}

/** What is known: the fields that have a value, or the names of the sources. */
function summaryOf(fields: readonly { name: string; label: string }[], held: FormRecord): string {
  const sources = held["sources"];
  if (!Array.isArray(sources))
    return fields
      .filter(({ name }) => !isEmpty(held[name]))
      .map(({ label }) => label)
      .join(", ");
  const names = [...new Set(sources.map(({ name }: { name: string }) => sourceNameInWords(name)))];
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");
}

/** Null, an empty list or an object without members. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}

/** If it fails, the form itself reports it. */
function preload(): void {
  void loadForm().catch(() => undefined);
}
