import { formatDay } from "@/lib/core/date-words.browser";
import Link from "next/link";
import { RecordLink } from "@/components/records/record-name";
import { TitledSection } from "@/components/ui/titled-section";
import type { CastToLookAt } from "@/lib/editing/data-quality/schema.browser";
import { sourceNameInWords } from "@/lib/records/terms.browser";
import { pasteCast } from "@/lib/resources/productions/view.browser";

const shownFirst = 5;

/** The running productions by how long ago their company was seen, each beside its sources and the way to paste a cast. */
export function CastsToLookAt({ casts }: { casts: readonly CastToLookAt[] }) {
  if (casts.length === 0) return null;
  return (
    <TitledSection id="casts-to-look-at" title="Casts to look at" className="mb-8">
      <Casts casts={casts.slice(0, shownFirst)} />
      {casts.length > shownFirst && (
        <details>
          <summary className="cursor-pointer py-2 text-sm font-semibold">
            All {casts.length} running productions
          </summary>
          <Casts casts={casts.slice(shownFirst)} />
        </details>
      )}
    </TitledSection>
  );
}

function Casts({ casts }: { casts: readonly CastToLookAt[] }) {
  return (
    <ul className="mt-2 border-t border-line text-sm">
      {casts.map(({ id, show, theatre, seenOn, reads, sources }) => (
        <li
          key={id}
          className="grid gap-x-4 gap-y-1 border-b border-line py-2 [overflow-wrap:anywhere] sm:grid-cols-[minmax(0,2fr)_10rem_minmax(0,2fr)_auto]"
        >
          <span>
            <RecordLink path="productions" id={id} label={show} /> <span className="text-muted">{theatre}</span>
          </span>
          <span className="text-muted">
            {seenOn === null ? "Never seen" : `Seen ${formatDay(seenOn)}`}
            {reads > 0 && (
              <span className="block">
                Read {reads === 1 ? "once" : `${reads.toLocaleString("en-GB")} times`} in 7 days
              </span>
            )}
          </span>
          <span className="flex flex-wrap gap-x-3">
            {sources.map(({ name, url }) => (
              <a
                key={url}
                href={url}
                title={name}
                rel="noreferrer"
                target="_blank"
                className="underline decoration-edge"
              >
                {sourceNameInWords(name)}
              </a>
            ))}
            {sources.length === 0 && <span className="text-muted">No sources</span>}
          </span>
          <Link
            href={`/dashboard/productions/${encodeURIComponent(id)}?${pasteCast.parameter}`}
            prefetch={false}
            className="underline decoration-edge underline-offset-4"
            aria-label={`${pasteCast.label} of ${show}`}
          >
            {pasteCast.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
