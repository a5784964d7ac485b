import Link from "next/link";
import { MethodName } from "./method-name";

interface ContentsSection {
  anchor: string;
  title: string;
  method?: string;
}

/** An entry of the table of contents. */
export interface ContentsEntry {
  href: string;
  title: string;
  /** Its sections, if it is part of the current page. */
  sections: ContentsSection[];
}

export interface ContentsProps {
  lists: { title: string | null; entries: ContentsEntry[] }[];
  /** The current page. */
  here: string;
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
      <nav aria-label="Contents" className="hidden text-sm lg:block lg:overflow-y-auto lg:pb-4">
        <Pages {...props} />
      </nav>
    </>
  );
}

function Pages({ lists, here }: ContentsProps) {
  return lists.map(({ title, entries }) => (
    <div key={title} className="mb-4">
      {title && <p className="mb-1 text-xs font-semibold text-muted">{title}</p>}
      <ul className="text-sm">
        {entries.map((entry) => (
          <li key={entry.href}>
            <Link
              href={entry.href}
              prefetch={false}
              aria-current={entry.href === here ? "page" : undefined}
              className="flex min-h-8 items-center py-1 underline decoration-transparent underline-offset-4 hover:decoration-curtain aria-[current=page]:font-semibold aria-[current=page]:text-curtain"
            >
              {entry.title}
            </Link>
            {entry.sections.length > 0 && <Sections sections={entry.sections} />}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Sections({ sections }: Pick<ContentsEntry, "sections">) {
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
