import Link from "next/link";
import type { ReactNode } from "react";
import { DocsSearch } from "./docs-search";
import { MethodName } from "./text";
import { SampleKey } from "./sample-key";

export interface ContentsEntry {
  href: string;
  title: string;
  /** Its sections, if it is part of the current page. */
  sections: { anchor: string; title: string; method?: string }[];
}

export interface ContentsProps {
  lists: { title: string | null; entries: ContentsEntry[] }[];
  /** The current page. */
  here: string;
}

interface Props {
  contents: ContentsProps;
  title: string;
  isSignedIn: boolean;
  children: ReactNode;
}

/** A page with the table of contents: beside it on wide screens, above it and collapsed on narrow ones. */
export function DocsPage({ contents, title, isSignedIn, children }: Props) {
  return (
    <div className="page-width grid gap-x-10 gap-y-6 py-6 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:py-10">
      <div className="grid content-start gap-4 sticky-aside lg:z-10 lg:max-h-[calc(100dvh-var(--sticky-top,16px)-16px)] lg:grid-rows-[auto_minmax(0,1fr)] lg:self-start">
        <DocsSearch />
        <details className="rounded border border-line bg-raised lg:hidden">
          <summary className="min-h-10 cursor-pointer px-3 py-2 text-sm font-semibold">Contents</summary>
          <nav aria-label="Contents" className="border-t border-line p-3">
            <Pages {...contents} />
          </nav>
        </details>
        <nav aria-label="Contents" className="hidden text-sm lg:block lg:overflow-y-auto lg:pb-4">
          <Pages {...contents} />
        </nav>
      </div>
      <div className="min-w-0">
        <h1 className="text-4xl leading-tight font-semibold">{title}</h1>
        {isSignedIn && <SampleKey />}
        {children}
      </div>
    </div>
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
            {entry.sections.length > 0 && (
              <ul className="mb-2 border-l border-line pl-3">
                {entry.sections.map(({ anchor, title: section, method }) => (
                  <li key={anchor}>
                    <a
                      href={`#${anchor}`}
                      className="flex min-h-6 items-baseline justify-between gap-2 py-1 text-muted underline decoration-transparent underline-offset-4 hover:text-ink hover:decoration-curtain"
                    >
                      {section}
                      {method && (
                        <span className="font-mono text-xs">
                          <MethodName method={method} />
                        </span>
                      )}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}
