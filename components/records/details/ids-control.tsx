import { problemAt, type RecordForm, useJsonField } from "@/components/records/form/record-form";
import type { RecordField } from "@/components/records/form/record-shape";
import { Field } from "@/components/ui/field";
import { schemeName } from "@/lib/records/value-words.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useSources } from "./sources";

type Ids = Readonly<Record<string, string>>;

/** The ids of a record at other sites, each with a link to its page there. An address that is pasted becomes its id. */
export function IdsControl({ field, form }: { field: Extract<RecordField, { kind: "ids" }>; form: RecordForm }) {
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
          return (
            <Field
              key={scheme}
              label={schemeName(scheme)}
              problem={problemAt(errors, scheme)}
              hint={
                page && (
                  <a href={page} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                    Open at {schemeName(scheme)} <span aria-hidden="true">↗</span>
                  </a>
                )
              }
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

interface Site {
  /** A complete id. */
  id: RegExp;
  /** The id in the address of a record's page. */
  inAddress: RegExp;
  /** What the site calls the records of a resource, where that is in their addresses. */
  kinds?: { readonly [Path in ResourcePath]?: string };
  /** The address of a record's page. */
  pageOf(id: string, kind: string): string;
}

/** By the beginning of an id. */
const imdbKinds: Readonly<Record<string, string>> = { nm: "name", tt: "title", co: "company" };

const sites: Readonly<Record<string, Site>> = {
  wikidata: {
    id: /^Q\d+$/,
    inAddress: /\/(Q\d+)\b/,
    pageOf: (id) => `https://www.wikidata.org/wiki/${id}`,
  },
  isni: {
    id: /^\d{15}[\dX]$/,
    inAddress: /\/(\d{15}[\dX])\b/,
    pageOf: (id) => `https://isni.org/isni/${id}`,
  },
  imdb: {
    id: /^(nm|tt|co)\d{7,}$/,
    inAddress: /\/((?:nm|tt|co)\d{7,})\b/,
    pageOf: (id) => `https://www.imdb.com/${imdbKinds[id.slice(0, 2)]}/${id}/`,
  },
  ibdb: {
    id: /^\d+$/,
    inAddress: /[-=/](\d+)\/?$/,
    kinds: { people: "person", shows: "show", theatres: "venue", productions: "production" },
    pageOf: (id, kind) => `https://www.ibdb.com/${kind}.php?id=${id}`,
  },
  musicbrainz: {
    id: /^[0-9a-f-]{36}$/,
    inAddress: /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/,
    kinds: { people: "artist", shows: "work", theatres: "place", productions: "event" },
    pageOf: (id, kind) => `https://musicbrainz.org/${kind}/${id}`,
  },
  theatricalia: {
    id: /^[0-9a-z]+$/,
    inAddress: /theatricalia\.com\/[a-z]+\/([0-9a-z]+)/,
    kinds: { people: "person", shows: "play", theatres: "place", productions: "production" },
    pageOf: (id, kind) => `https://theatricalia.com/${kind}/${id}`,
  },
};

/** The page of a record at another site; null for an id that is not complete, and where the site has no such records. */
export function externalPage(path: ResourcePath, scheme: string, id: string): string | null {
  const site = sites[scheme];
  const kind = site?.kinds ? site.kinds[path] : "";
  return site?.id.test(id) && kind !== undefined ? site.pageOf(id, kind) : null;
}

/** The id in a pasted address, or without the spaces of an ISNI. Other text stays, for the schema to refuse. */
export function pastedId(scheme: string, text: string): string {
  const typed = text.trim();
  const found = /^https?:\/\//.test(typed) ? sites[scheme]?.inAddress.exec(typed)?.[1] : undefined;
  if (found !== undefined) return found;
  return scheme === "isni" ? typed.replace(/[\s-]/g, "").toUpperCase() : typed;
}
