import type { RecordField } from "@/components/records/form/record-shape";
import type { RecordForm } from "@/components/records/form/use-record-form";
import { Field } from "@/components/ui/field";
import { externalPage, pastedId } from "./external-pages";
import { useSources } from "./sources-context";
import { useJsonField } from "./use-json-field";
import { schemeName } from "@/lib/records/value-words.browser";

type Ids = Readonly<Record<string, string>>;

interface Props {
  field: Extract<RecordField, { kind: "ids" }>;
  form: RecordForm;
}

/** The ids of a record at other sites, each with a link to its page there. An address that is pasted becomes its id. */
export function IdsControl({ field, form }: Props) {
  const path = useSources()?.path;
  const { value, change, blur, errors, element } = useJsonField<Ids>(form, field.name, {});

  function set(scheme: string, id: string) {
    const ids = Object.entries({ ...value, [scheme]: id }).filter(([, one]) => one !== "");
    // In the schema's order, so that a value typed again is no change.
    change(Object.fromEntries(ids.toSorted(([a], [b]) => field.schemes.indexOf(a) - field.schemes.indexOf(b))));
  }

  return (
    <fieldset ref={element} onBlur={blur} className="min-w-0">
      <legend className="text-sm font-semibold">{field.label} (optional)</legend>
      {field.hint && <p className="mt-1 text-sm break-words text-muted">{field.hint}</p>}
      <div className="mt-1 grid gap-3 rounded border border-line p-3 sm:grid-cols-2">
        {field.schemes.map((scheme) => {
          const id = value[scheme] ?? "";
          const page = path && externalPage(path, scheme, id);
          const error: unknown = errors && Reflect.get(errors, scheme);
          return (
            <Field
              key={scheme}
              label={schemeName(scheme)}
              problem={typeof error === "object" && error ? String(Reflect.get(error, "message")) : undefined}
              hint={
                page && (
                  <a href={page} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                    Open at {schemeName(scheme)} <span aria-hidden="true">↗</span>
                  </a>
                )
              }
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={id}
              onChange={(event) => set(scheme, pastedId(scheme, event.target.value))}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
