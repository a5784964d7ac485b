import { RecordLink } from "@/components/records/directory/record-link";
import { EditForm } from "@/components/records/form/edit-form";
import { documentPath, type FormRecord } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { QueryState } from "@/components/ui/query-state";
import { useApi } from "@/lib/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { referencesOf, valueOrNone } from "./value-words";

interface Props {
  path: ResourcePath;
  id: string;
  record: FormRecord;
  onNeeded: ((isNeeded: boolean) => void) | undefined;
}

/** The form of a record's details; in words where they are edited elsewhere. */
export function DetailsPanel({ path, id, record, onNeeded }: Props) {
  const { data, error, refetch } = useApi<FormRecord>(documentPath({ path, part: "details" }, id));
  if (data && resourceViews[path].detailsForm)
    return <EditForm path={path} part="details" id={id} held={data} onNeeded={onNeeded} />;
  if (data) return <DetailsInWords path={path} details={data.body} record={record} />;
  return <QueryState query={{ data, error, refetch }} what="the details" shape="fields" lines={3} />;
}

interface WordsProps {
  path: ResourcePath;
  details: FormRecord;
  record: FormRecord;
}

/** The details of a cast member are edited in the cast of its production. */
function DetailsInWords({ path, details, record }: WordsProps) {
  const { fields } = useRecordShape(path, "details");
  const { directory } = useDirectory(referencesOf(fields));
  const production = record["production_id"];
  return (
    <div className="grid gap-4 text-sm">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {fields.map((field) => (
          <div key={field.name} className="contents">
            <dt className="font-semibold">{field.label}</dt>
            <dd>{valueOrNone(details[field.name], field, directory)}</dd>
          </div>
        ))}
      </dl>
      {typeof production === "string" && (
        <p>
          <RecordLink path="productions" id={production}>
            Edit them in the cast of the production
          </RecordLink>
        </p>
      )}
    </div>
  );
}
