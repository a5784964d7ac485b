import { useId, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { useSources } from "@/components/records/details/sources";
import { RecordLink } from "@/components/records/directory/record-link";
import { useRecordShape } from "@/components/records/shapes";
import { useSuggestionOfPage } from "@/components/records/suggestions/use-suggestions";
import { QueryState } from "@/components/ui/query-state";
import { useApi, type CachedResponse } from "@/lib/http/client/hooks.browser";
import { sourceNameInWords } from "@/lib/records/terms.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { draftKey, hasDraft } from "./drafts";
import { EditForm } from "./edit-form";
import { documentPath, type FormRecord, type RecordPart } from "./record-shape";

interface Props {
  path: ResourcePath;
  id: string;
  held: CachedResponse<FormRecord>;
}

/** The forms of a record, its details and its sources. */
export function RecordForms({ path, id, held }: Props) {
  const hasParts = useSources() !== null;
  const part = { path, id, record: held.body };
  return (
    <>
      <EditForm path={path} id={id} held={held} />
      {hasParts && <Part {...part} part="details" />}
      {hasParts && <Part {...part} part="sources" />}
    </>
  );
}

interface PartProps extends Pick<Props, "path" | "id"> {
  part: RecordPart;
  record: FormRecord;
}

/** A part of a record, folded to a line until its heading is pressed. What was opened stays, so that nothing typed is lost. */
function Part({ path, id, part, record }: PartProps) {
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
            {data ? summaryOf(shape.fields, data.body) || "None yet" : "…"}
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
