import "server-only";
import type { Guide } from "../guides/schema.browser.ts";
import { failuresOf } from "../reference/reference.ts";
import {
  fieldAnchor,
  headerAnchor,
  headersOf,
  statusAnchor,
  type ApiReference,
  type DocumentedField,
  type DocumentedOperation,
  type OperationGroup,
} from "../reference/schema.browser.ts";
import type { DocsEntry } from "./matching.browser.ts";

interface SearchedDocs {
  reference: ApiReference;
  guides: Guide[];
  /** The sections of the first page. */
  sections: readonly { anchor: string; title: string }[];
}

/** Everything that the search of the documentation finds: headings, endpoints, parameters, fields, headers and errors. */
export function docsEntries({ reference: { groups }, guides, sections }: SearchedDocs): DocsEntry[] {
  const operations = groups.flatMap((group) => group.operations);
  const entries = [
    ...sectionEntries(sections, "Start here", "/docs"),
    ...guides.flatMap(guideEntries),
    ...groups.flatMap(groupEntries),
    ...errorEntries(operations),
    ...headerEntries(operations),
  ];
  return entries.map((entry) => ({ ...entry, words: synonyms[entry.href] }));
}

function guideEntries({ slug, title, summary, sections }: Guide): DocsEntry[] {
  const href = `/docs/guides/${slug}`;
  return [{ kind: "guide", title, about: plain(summary), href }, ...sectionEntries(sections, title, href)];
}

function sectionEntries(sections: SearchedDocs["sections"], about: string, page: string): DocsEntry[] {
  return sections.map(({ anchor, title }) => ({
    kind: "section",
    title: plain(title),
    about,
    href: `${page}#${anchor}`,
  }));
}

function groupEntries({ slug, name, description, operations }: OperationGroup): DocsEntry[] {
  const page = `/docs/${slug}`;
  return [
    { kind: "reference", title: name, about: plain(description), href: page },
    ...operations.map(({ anchor, method, path, summary }): DocsEntry => ({
      kind: "endpoint",
      title: `${method} ${path}`,
      about: summary,
      href: `${page}#${anchor}`,
    })),
    ...once(operations.flatMap((operation) => parameterEntries(operation, page))),
    ...once(operations.flatMap((operation) => fieldEntries(operation, page))),
  ];
}

function parameterEntries({ anchor, method, path, parameters }: DocumentedOperation, page: string): DocsEntry[] {
  return parameters.map(({ name, place }) => ({
    kind: "parameter",
    title: name,
    about: `${method} ${path}`,
    href: `${page}#${fieldAnchor(anchor, place, name)}`,
  }));
}

function fieldEntries({ anchor, method, path, body, success }: DocumentedOperation, page: string): DocsEntry[] {
  const entriesOf = (part: string, title: string, fields: readonly DocumentedField[] = []) =>
    fields.map(({ name }): DocsEntry => ({
      kind: "field",
      title: name,
      about: `${title} of ${method} ${path}`,
      href: `${page}#${fieldAnchor(anchor, part, name)}`,
    }));
  return [...entriesOf("answer", "Response", success.content?.fields), ...entriesOf("body", "Body", body?.fields)];
}

/** Operations of a page share their names: the first stands for all, because a list of equal names helps no one. */
function once(entries: DocsEntry[]): DocsEntry[] {
  const byTitle = new Map<string, DocsEntry[]>();
  for (const entry of entries) byTitle.set(entry.title, [...(byTitle.get(entry.title) ?? []), entry]);
  return [...byTitle.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    return { ...first, about: `${first.about} and ${others.length} more` };
  });
}

function errorEntries(operations: DocumentedOperation[]): DocsEntry[] {
  const entries = failuresOf(operations).map(({ status, error, description }): DocsEntry => ({
    kind: "error",
    title: `${status} ${error}`,
    about: plain(description),
    href: `/docs/guides/errors#${statusAnchor(status)}`,
  }));
  return [...new Map(entries.toReversed().map((entry) => [entry.title, entry])).values()].toReversed();
}

function headerEntries(operations: DocumentedOperation[]): DocsEntry[] {
  return [...headersOf(operations)].map(([name, description]) => ({
    kind: "header",
    title: name,
    about: plain(description),
    href: `/docs#${headerAnchor(name)}`,
  }));
}

/** A paragraph of Markdown as text. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll(/[`*]/g, "");
}

/** Words of readers that the texts do not use, some for what the service lacks, by the address of what serves them. */
export const synonyms: Readonly<Record<string, string>> = {
  "/docs#tools": "sdk generator pypi",
  "/docs/guides/typescript": "sdk client library npm package",
  "/docs/guides/first-call": "start quickstart tutorial hello begin",
  "/docs/guides/first-call#ids": "id ids slug identifier lookup",
  "/docs/guides/keys-and-limits#limits": "rate limits throttling quota pricing plan free tier",
  "/docs/guides/keys-and-limits#key":
    "api token authentication authorization bearer login log in sign in credentials register",
  "/docs/guides/keys-and-limits#care": "rotate rotation revoke delete regenerate leaked secret",
  "/docs/guides/keys-and-limits#higher-limit": "more requests upgrade increase raise",
  "/docs/guides/polling": "cache caching etag conditional 304",
  "/docs/guides/calendars-and-downloads#calendars": "ics ical icalendar webcal google outlook apple subscribe",
  "/docs/guides/calendars-and-downloads#downloads": "csv export dump bulk excel spreadsheet ndjson zip",
  "/docs/guides/keep-a-copy":
    "sync synchronise synchronize mirror replicate changes feed delta updates database webhook webhooks push callback websocket notification",
  "/docs/guides/browsers": "cors frontend fetch ajax react",
  "/docs/guides/who-was-in": "who played example worked certain sure date cast day",
  "/docs/guides/players": "understudy understudies cover standby swing alternate actor actors",
  "/docs/guides/tonight": "today now schedule performances whats on",
  "/docs/guides/careers": "biography filmography credits history actor",
  "/docs/guides/search": "find query filter autocomplete",
  "/docs/guides/search#include": "graphql joins nested",
  "/docs/guides/paging": "pagination limit offset cursor page",
  "/docs/guides/versions": "deprecation breaking versioning stability sunset",
};
