import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { Checkbox } from "@/components/ui/checkbox";
import { CitationFields } from "./citation-fields";
import { fieldsCiting, replaceCitation, sourcesFor, type Source } from "./source-list";
import { typedCitation } from "./typed-citation";
import { useCitation } from "./use-citation";
import { useEditSources } from "./use-edit-sources";

interface Props {
  path: ResourcePath;
  id: string;
  /** The fields that can have a source, with their labels. */
  labels: ReadonlyMap<Source["field"], string>;
  /** The source to change; null for a new one. */
  source: Source | null;
  /** All sources of the record. */
  sources: readonly Source[];
  onDismiss(): void;
}

/** A source and the fields that rest on it: one page is often read for many of them. */
export function SourceDialog({ path, id, labels, source, sources, onDismiss }: Props) {
  const citation = useCitation(source ? typedCitation(source) : undefined);
  const [fields, setFields] = useState<readonly Source["field"][]>(() => (source ? fieldsCiting(sources, source) : []));
  const [isFieldMissing, setIsFieldMissing] = useState(false);
  const write = useEditSources(path, id);

  async function save() {
    const typed = citation.check(true);
    setIsFieldMissing(fields.length === 0);
    if (!typed || fields.length === 0) return;
    const after = sourcesFor(fields, typed);
    const isSaved = source
      ? await write.edit((current) => replaceCitation(current, source, after), "Saved the source.")
      : await write.add(after, "Added the source.");
    if (isSaved) onDismiss();
  }

  return (
    <FormDialog
      {...{ write, onDismiss }}
      title={source ? "Edit source" : "Add a source"}
      action="Save source"
      doing="Saving…"
      onSubmit={() => void save()}
      problem={
        write.error && (
          <p role="alert" className="rounded bg-curtain-wash p-4 text-curtain">
            Not saved. {[write.error.message, ...write.error.issues.map(({ message }) => message)].join(" ")}
          </p>
        )
      }
    >
      <CitationFields {...citation.fields} hasNote />
      <fieldset className="min-w-0" aria-describedby={isFieldMissing ? "source-fields-problem" : undefined}>
        <legend className="text-sm font-semibold">It is the source of</legend>
        <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {[...labels].map(([field, label]) => (
            <Checkbox
              key={field ?? ""}
              className="min-h-8 text-sm"
              checked={fields.includes(field)}
              onChange={(is) => {
                setFields(is ? [...fields, field] : fields.filter((one) => one !== field));
                setIsFieldMissing(false);
              }}
            >
              {label}
            </Checkbox>
          ))}
        </div>
        {isFieldMissing && (
          <p id="source-fields-problem" role="alert" className="mt-1 text-sm text-curtain">
            Choose at least one field, or the whole record.
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
