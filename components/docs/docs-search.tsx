"use client";

import { usePathname } from "next/navigation";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { isSingleKey, usePageKeys } from "@/components/ui/page-keys";
import { createDocsSearch, docsEntryKinds, type DocsEntry, type DocsMatches } from "@/lib/docs/search/matching.browser";

type Search = ReturnType<typeof createDocsSearch>;

/** Kept while the reader goes from page to page. */
let loaded: Search | null = null;

/** Finds headings, endpoints, parameters, fields, headers and errors. What it looks in is loaded at the first focus. */
export function DocsSearch() {
  const field = useRef<HTMLInputElement>(null);
  const here = usePathname();
  const [search, setSearch] = useState<Search | null>(() => loaded);
  const [hasFailed, setHasFailed] = useState(false);
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => search?.(wanted) ?? null, [search, wanted]);
  const hasQuery = wanted.trim() !== "";
  const note = hasQuery ? noteOf(wanted.trim(), found, hasFailed) : "";

  usePageKeys((event) => {
    if (event.key !== "/" || !isSingleKey(event)) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => {
    // What was typed before the page was hydrated.
    if (field.current?.value) setTyped(field.current.value);
  }, []);

  async function load() {
    if (loaded) return setSearch(() => loaded);
    setHasFailed(false);
    try {
      const response = await fetch("/docs/entries.json");
      if (!response.ok) throw new Error(`The entries were answered with status ${response.status}.`);
      loaded = createDocsSearch((await response.json()) as DocsEntry[]);
      setSearch(() => loaded);
    } catch {
      setHasFailed(true);
    }
  }

  return (
    <search className="relative noscript:hidden print:hidden">
      <Combobox
        ref={field}
        aria-label="Search the documentation"
        aria-keyshortcuts="/"
        placeholder="Search the docs"
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        enterKeyHint="go"
        className="peer block min-h-10 w-full rounded border border-edge bg-raised py-2 pr-9 pl-3 text-sm"
        value={typed}
        listLabel="Results"
        isLoading={!hasFailed && (found === null || wanted !== typed)}
        options={(hasQuery ? (found?.entries ?? []) : []).map((entry) => ({
          key: entry.kind + entry.href + entry.title,
          // On this page the browser itself goes to the anchor.
          href: entry.href.startsWith(`${here}#`) ? entry.href.slice(here.length) : entry.href,
          content: <Result entry={entry} />,
        }))}
        popup={{
          isOpen: isOpen && hasQuery,
          isWide: true,
          note,
          open: () => setIsOpen(true),
          close: () => setIsOpen(false),
        }}
        onFocus={() => void load()}
        onType={(text) => {
          setTyped(text);
          if (hasFailed) void load();
        }}
        onChoose={() => field.current?.blur()}
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-2 hidden size-6 lg:flex items-center justify-center rounded border border-line font-mono text-xs text-muted"
      >
        /
      </kbd>
      <p role="status" className="sr-only">
        {isOpen ? note || (found && hasQuery ? countOf(found) : "") : ""}
      </p>
    </search>
  );
}

function Result({ entry: { kind, title, about } }: { entry: DocsEntry }) {
  const isCode = kind !== "guide" && kind !== "section" && kind !== "reference" && kind !== "error";
  return (
    <>
      <span className="min-w-0">
        <span className={`block [overflow-wrap:anywhere] ${isCode ? "font-mono" : "font-semibold"}`}>{title}</span>
        <span className="line-clamp-2 text-xs [overflow-wrap:anywhere] text-muted">{about}</span>
      </span>
      <span className="shrink-0 text-xs text-muted">{docsEntryKinds[kind]}</span>
    </>
  );
}

/** Above the results, when there is something to say. */
function noteOf(typed: string, found: DocsMatches | null, hasFailed: boolean): string {
  if (hasFailed) return "The search can’t be loaded. Check your connection and type again.";
  if (!found) return "Loading…";
  if (!found.areSimilar) return "";
  const none = `No results for “${typed}”.`;
  return found.entries.length > 0 ? `${none} Similar:` : `${none} The contents list every page.`;
}

function countOf({ entries, count }: DocsMatches): string {
  if (count > entries.length) return `${entries.length} of ${count} results`;
  return count === 1 ? "1 result" : `${count} results`;
}
