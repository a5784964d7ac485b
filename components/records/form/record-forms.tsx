import { useRouter } from "next/navigation";
import { useId, useMemo, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { useUndo } from "@/components/records/changes/use-changes";
import { useSourcePrompt } from "@/components/records/details/citation";
import { useSources } from "@/components/records/details/sources";
import { RecordLabel, RecordLink } from "@/components/records/record-name";
import { useRecordShape } from "@/components/records/shapes";
import { useSuggestionOfForm, useSuggestionOfPage } from "@/components/records/suggestions/use-suggestions";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { QueryState } from "@/components/ui/query-state";
import { withdrawToasts } from "@/components/ui/toasts";
import { RequestError, type ApiResponse } from "@/lib/http/client/client.browser";
import { useApi, type CachedResponse } from "@/lib/http/client/hooks.browser";
import { sourceNameInWords } from "@/lib/records/terms.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { SaveForm, useDraftForm } from "./draft-form";
import { draftKey, hasDraft } from "./drafts";
import { showSaveError } from "./record-form";
import { useOffers, useUpdateRecord } from "./update-record";
import { documentPath, toValues, type FormRecord, type RecordPart, type RecordShape } from "./record-shape";

const EditConflict = late(() => import("./edit-conflict"), "EditConflict");
const DeleteDialog = late(() => import("@/components/records/changes/delete-dialog"), "DeleteDialog");

interface Props {
  path: ResourcePath;
  id: string;
  /** As saved. */
  held: CachedResponse<FormRecord>;
}

/** The forms of a record, its details and its sources. */
export function RecordForms(props: Props) {
  const hasParts = useSources() !== null;
  return (
    <>
      <EditForm {...props} />
      {hasParts && <Part {...props} part="details" />}
      {hasParts && <Part {...props} part="sources" />}
    </>
  );
}

/** A part of a record, folded to a line until its heading is pressed. What was opened stays, so that nothing typed is lost. */
function Part({ path, id, part, held: { body: record } }: Props & { part: RecordPart }) {
  const elementId = useId();
  const account = useCurrentStaff().id;
  const shape = useRecordShape(path, part);
  const { data, error, refetch } = useApi<FormRecord>(documentPath(shape, id));
  const suggestion = useSuggestionOfPage(path, id);
  const sources = useSources();
  const wanted = part === "sources" ? (sources?.wanted ?? null) : null;
  const [isDrafted] = useState(() => hasDraft(draftKey(account, `${path}/${part}`, id)));
  const isFilled = isDrafted || shape.fields.some(({ name }) => name === suggestion?.field);
  /** Holds until the sources of another field are wanted. */
  const [toggled, setToggled] = useState<{ isOpen: boolean; wanted: typeof wanted } | null>(null);
  const isOpen = toggled && toggled.wanted === wanted ? toggled.isOpen : isFilled || wanted !== null;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const isInCast = part === "details" && !resourceViews[path].detailsSchema;
  return (
    <section aria-labelledby={`${elementId}-title`} className="mt-6 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={`${elementId}-title`} className="text-2xl font-semibold">
          <button
            type="button"
            className="flex min-h-10 cursor-pointer items-center gap-2"
            aria-expanded={isOpen}
            aria-controls={elementId}
            onClick={() => setToggled({ isOpen: !isOpen, wanted })}
          >
            {part === "details" ? "Details" : "Sources"}
            <span aria-hidden="true" className={`text-xl text-muted ${isOpen ? "rotate-90" : ""}`}>
              ›
            </span>
          </button>
        </h2>
        {!isOpen && (
          <p className="min-w-0 text-sm break-words text-muted">
            {data ? summaryOf(shape, data.body) || "None yet" : "…"}
          </p>
        )}
      </div>
      <div id={elementId} hidden={!isOpen} className="mt-4">
        {wasOpened && (
          <>
            <QueryState query={{ data, error, refetch }} what={`the ${part}`} shape="fields" lines={3} />
            {data && isInCast && (
              <RecordLink
                path="productions"
                id={String(record["production_id"])}
                label="Edit them in the cast of the production"
              />
            )}
            {data && !isInCast && <EditForm path={path} part={part} id={id} held={data} />}
          </>
        )}
      </div>
    </section>
  );
}

/** What is known: the fields that have a value, or the names of the sources. */
function summaryOf(shape: RecordShape, held: FormRecord): string {
  const sources = held["sources"];
  const values = toValues(shape, held);
  if (!Array.isArray(sources))
    return shape.fields
      .filter(({ name }) => !["", "[]", "{}"].includes(values[name] ?? ""))
      .map(({ label }) => label)
      .join(", ");
  const names = [...new Set(sources.map(({ name }: { name: string }) => sourceNameInWords(name)))];
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");
}

/** The form of a record, or of a part of it. */
function EditForm({ path, id, part, held }: Props & { part?: RecordPart }) {
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
