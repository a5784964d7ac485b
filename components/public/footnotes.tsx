import type { ComponentProps } from "react";
import { formatDay } from "@/lib/core/date-words.browser";
import { sourceNameInWords } from "@/lib/records/terms.browser";
import type { Footnote, Provenance } from "@/lib/listings/pages/schema.browser";

/** The sources of a fact, as marks. Their lines are as high as a finger needs, because many take several. */
export function Marks({ marks }: Pick<Provenance, "marks">) {
  if (marks.length === 0) return null;
  return (
    <sup className="text-xs/6 text-muted">
      {marks.map((mark) => (
        <a
          key={mark}
          href={`#source-${mark}`}
          aria-label={`Source ${mark}`}
          className="inline-block min-w-6 text-center hover:text-curtain"
        >
          {mark}
        </a>
      ))}
    </sup>
  );
}

/** When staff last confirmed a record. */
export function Verified({ on }: { on: string | null }) {
  if (on === null) return null;
  return (
    <span className="text-sm text-muted">
      Verified on <time dateTime={on}>{formatDay(on)}</time>
    </span>
  );
}

/** A link to a page that is not ours. */
export function OutsideLink(link: ComponentProps<"a">) {
  return <a {...link} rel="nofollow noreferrer" className="underline decoration-edge underline-offset-4" />;
}

export function FootnoteList({ footnotes }: { footnotes: readonly Footnote[] }) {
  if (footnotes.length === 0) return null;
  return (
    <section aria-labelledby="sources" className="mt-10 border-t border-line pt-4 text-sm text-muted">
      <h2 id="sources" className="font-sans text-sm font-semibold">
        Sources
      </h2>
      <ol className="mt-2 list-inside list-decimal gap-x-10 sm:columns-2">
        {footnotes.map(({ name, url, read_on }, index) => (
          <li
            key={index}
            id={`source-${index + 1}`}
            className="break-inside-avoid [overflow-wrap:anywhere] target:text-ink"
          >
            {url === null ? (
              <span title={name}>{sourceNameInWords(name)}</span>
            ) : (
              <OutsideLink href={url} title={name}>
                {sourceNameInWords(name)}
              </OutsideLink>
            )}
            {read_on !== null && `, seen ${formatDay(read_on)}`}
          </li>
        ))}
      </ol>
    </section>
  );
}
