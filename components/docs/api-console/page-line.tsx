import { Button } from "@/components/ui/button";
import type { ApiResponse } from "@/lib/http/client/client.browser";

interface Props {
  answer: ApiResponse;
  /** Sends the request for the next page; null when there is none. */
  next: (() => void) | null;
}

/** The headers of a page of a list, and the way to the next. */
export function PageLine({ answer: { link: links, totalCount }, next }: Props) {
  const link = links?.includes('rel="next"') ? links : null;
  if (link === null && totalCount === null) return null;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <dl className="min-w-0 grow basis-48 text-sm">
        {[
          ["X-Total-Count", totalCount],
          ["Link", link],
        ].map(
          ([name, text]) =>
            text !== null && (
              <div key={name}>
                <dt className="text-xs text-muted">{name}</dt>
                <dd className="font-mono text-xs [overflow-wrap:anywhere]">{text}</dd>
              </div>
            ),
        )}
      </dl>
      {next && <Button onClick={next}>Next page</Button>}
    </div>
  );
}
