import type { ReactNode } from "react";
import { Contents, type ContentsProps } from "./contents";
import { DocsSearch } from "./docs-search";
import { SampleKey, type ReaderKeyName } from "./sample-key";

interface Props {
  contents: ContentsProps;
  title: string;
  /** The reader's active keys; null for a signed-out reader. */
  keys: ReaderKeyName[] | null;
  children: ReactNode;
}

/** A page of the documentation with its table of contents. */
export function DocsPage({ contents, title, keys, children }: Props) {
  return (
    <div className="page-width grid gap-x-10 gap-y-6 py-6 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:py-10">
      <div className="grid content-start gap-4 sticky-aside lg:z-10 lg:max-h-[calc(100dvh-var(--sticky-top,16px)-16px)] lg:grid-rows-[auto_minmax(0,1fr)] lg:self-start">
        <DocsSearch />
        <Contents {...contents} />
      </div>
      <div className="min-w-0">
        <h1 className="text-4xl leading-tight font-semibold">{title}</h1>
        {keys && <SampleKey keys={keys} />}
        {children}
      </div>
    </div>
  );
}
