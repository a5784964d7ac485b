import { MethodName } from "./method-name";

/** An entry of the table of contents. */
export interface ContentsEntry {
  href: string;
  title: string;
}

export interface ContentsProps {
  guides: ContentsEntry[];
  groups: ContentsEntry[];
  /** The current page. */
  here: string;
  /** The sections of the current page. */
  sections: { anchor: string; title: string; method?: string }[];
}

/** Beside the page on wide screens; above it, collapsed, on narrow ones. */
export function Contents(props: ContentsProps) {
  return (
    <>
      <details className="rounded border border-line bg-raised lg:hidden">
        <summary className="min-h-10 cursor-pointer px-3 py-2 text-sm font-semibold">Contents</summary>
        <nav aria-label="Contents" className="border-t border-line p-3">
          <Pages {...props} />
        </nav>
      </details>
      <nav
        aria-label="Contents"
        className="hidden text-sm sticky-aside lg:block lg:max-h-[calc(100dvh-var(--sticky-top,16px)-16px)] lg:self-start lg:overflow-y-auto lg:pb-4"
      >
        <Pages {...props} />
      </nav>
    </>
  );
}

function Pages({ guides, groups, here, sections }: ContentsProps) {
  const listed = { here, sections };
  return (
    <>
      <List entries={[{ href: "/docs", title: "Start here" }]} {...listed} />
      <p className="mt-4 mb-1 text-xs font-semibold text-muted">Guides</p>
      <List entries={guides} {...listed} />
      <p className="mt-4 mb-1 text-xs font-semibold text-muted">Reference</p>
      <List entries={groups} {...listed} />
    </>
  );
}

function List({ entries, here, sections }: { entries: ContentsEntry[] } & Pick<ContentsProps, "here" | "sections">) {
  return (
    <ul className="text-sm">
      {entries.map(({ href, title }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={href === here ? "page" : undefined}
            className="flex min-h-8 items-center underline decoration-transparent underline-offset-4 hover:decoration-curtain aria-[current=page]:font-semibold aria-[current=page]:text-curtain"
          >
            {title}
          </a>
          {href === here && sections.length > 0 && <Sections sections={sections} />}
        </li>
      ))}
    </ul>
  );
}

function Sections({ sections }: Pick<ContentsProps, "sections">) {
  return (
    <ul className="mb-2 border-l border-line pl-3">
      {sections.map(({ anchor, title, method }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="flex min-h-6 items-baseline justify-between gap-2 py-1 text-muted underline decoration-transparent underline-offset-4 hover:text-ink hover:decoration-curtain"
          >
            {title}
            {method && (
              <span className="font-mono text-xs">
                <MethodName method={method} />
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
