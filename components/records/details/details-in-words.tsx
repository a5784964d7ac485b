import { RecordLink } from "@/components/records/directory/record-link";
import type { FormRecord } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { referencesOf, valueOrNone } from "@/components/records/record-name";

interface Props {
  path: ResourcePath;
  details: FormRecord;
  record: FormRecord;
}

/** The details of a cast member, which are edited in the cast of its production. */
export function DetailsInWords({ path, details, record }: Props) {
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
          <RecordLink path="productions" id={production} label="Edit them in the cast of the production" />
        </p>
      )}
    </div>
  );
}
