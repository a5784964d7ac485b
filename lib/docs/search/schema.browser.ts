/** A part of the documentation that its search finds. Safe for the browser. */
export interface DocsEntry {
  kind: DocsEntryKind;
  /** What it is called: `GET /api/shows`. */
  title: string;
  /** Where it belongs, or what it is for. */
  about: string;
  /** Its page and anchor. */
  href: string;
  /** Other words for it, which the search compares and does not show. */
  words?: string;
}

/** In the order in which equal matches are listed, with what readers call them. */
export const docsEntryKinds = {
  guide: "Guide",
  section: "Section",
  reference: "Reference",
  endpoint: "Endpoint",
  error: "Error",
  parameter: "Parameter",
  field: "Field",
  header: "Header",
} as const;

export type DocsEntryKind = keyof typeof docsEntryKinds;
