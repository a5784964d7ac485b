import { type RecordForm, useJsonField } from "@/components/records/form/record-form";
import type { RecordField } from "@/components/records/form/record-shape";
import { Field } from "@/components/ui/field";
import { schemeName } from "@/lib/records/value-words.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useSources } from "./sources-context";

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

type Kinds = { readonly [Path in ResourcePath]?: string };

const ibdb: Kinds = { people: "person", shows: "show", theatres: "venue", productions: "production" };
const musicbrainz: Kinds = { people: "artist", shows: "work", theatres: "place", productions: "event" };
const theatricalia: Kinds = { people: "person", shows: "play", theatres: "place", productions: "production" };
const imdb: Readonly<Record<string, string>> = { nm: "name", tt: "title", co: "company" };

/** The page of a record at another site; null for an id that is not complete. */
export function externalPage(path: ResourcePath, scheme: string, id: string): string | null {
  switch (scheme) {
    case "wikidata":
      return /^Q\d+$/.test(id) ? `https://www.wikidata.org/wiki/${id}` : null;
    case "isni":
      return /^\d{15}[\dX]$/.test(id) ? `https://isni.org/isni/${id}` : null;
    case "imdb": {
      const kind = /^(nm|tt|co)\d{7,}$/.test(id) ? imdb[id.slice(0, 2)] : undefined;
      return kind ? `https://www.imdb.com/${kind}/${id}/` : null;
    }
    case "ibdb":
      return /^\d+$/.test(id) && ibdb[path] ? `https://www.ibdb.com/${ibdb[path]}.php?id=${id}` : null;
    case "musicbrainz":
      return /^[0-9a-f-]{36}$/.test(id) && musicbrainz[path]
        ? `https://musicbrainz.org/${musicbrainz[path]}/${id}`
        : null;
    case "theatricalia":
      return /^[0-9a-z]+$/.test(id) && theatricalia[path]
        ? `https://theatricalia.com/${theatricalia[path]}/${id}`
        : null;
    default:
      return null;
  }
}

/**
 * The id in what was pasted: the address of the record's page, or the id with spaces, as ISNI writes it. Other text
 * stays, for the schema to refuse.
 */
export function pastedId(scheme: string, text: string): string {
  const typed = text.trim();
  const found = /^https?:\/\//.test(typed) ? inAddress[scheme]?.exec(typed)?.[1] : undefined;
  if (found !== undefined) return found;
  return scheme === "isni" ? typed.replace(/[\s-]/g, "").toUpperCase() : typed;
}

const inAddress: Readonly<Record<string, RegExp>> = {
  wikidata: /\/(Q\d+)\b/,
  isni: /\/(\d{15}[\dX])\b/,
  imdb: /\/((?:nm|tt|co)\d{7,})\b/,
  ibdb: /[-=/](\d+)\/?$/,
  musicbrainz: /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/,
  theatricalia: /theatricalia\.com\/[a-z]+\/([0-9a-z]+)/,
};
