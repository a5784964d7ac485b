import { firstKeyPath } from "@/components/layout/new-key-path";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { JsonText } from "@/components/ui/json-text";
import { useNow } from "@/components/ui/use-now";
import { messageOf, type ApiResponse, type QuotaFigures } from "@/lib/http/client/client.browser";
import { isDayUsedUp, isPublicDayUsedUp, timeUntil } from "@/lib/http/client/daily-limit.browser";
import { reasonPhrases } from "./reason-phrases";
import type { CallState } from "./use-calls";

const recordsShown = 2;

interface Props {
  call: CallState;
  path: string;
  /** JSON of a record, shown before the first request. */
  sample?: string | null;
  retry(): void;
  /** Sends the request for the next page; null when there is none. Without it, the headers of pages are left out. */
  next?: (() => void) | null;
  /** Of the last response. */
  quota: QuotaFigures | null;
}

/** The response to a reader's request: its status, its first records, its page and what is left of the day. */
export function LiveResponse({ call, path, sample = null, retry, next, quota }: Props) {
  const now = useNow();
  return (
    <>
      <StatusLine call={call} />
      <Body {...{ call, path, sample, retry }} />
      {next !== undefined && call.held && <PageLine answer={call.held} next={next} />}
      <dl className="grid grid-cols-3 border-t border-line noscript:hidden">
        {[
          ["Limit", quota?.limit.toLocaleString("en-GB")],
          ["Remaining", quota?.remaining.toLocaleString("en-GB")],
          ["Reset", quota && timeUntil(quota.reset, now)],
        ].map(([name, figure]) => (
          <div key={name} className="min-w-0 px-4 py-2">
            <dt className="text-xs break-words text-muted">X-RateLimit-{name}</dt>
            <dd className="font-mono text-sm">{figure ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Status, size and time of the last response, in a live region. */
function StatusLine({ call: { state, answer } }: Pick<Props, "call">) {
  return (
    <p
      role="status"
      className="flex min-h-10 flex-wrap items-center gap-x-4 border-b border-line px-4 py-2 text-sm text-muted noscript:hidden"
    >
      {state === "idle" && "Press Send to see the live response"}
      {state === "sending" && "Waiting for the response…"}
      {state === "lost" && "No response"}
      {state === "answered" && answer && (
        <>
          <span className={`font-mono font-semibold ${answer.status < 400 ? "text-ink" : "text-curtain"}`}>
            {answer.status} {reasonPhrases[answer.status] ?? ""}
          </span>
          {Array.isArray(answer.body) && (
            <span>
              {answer.body.length === 1 ? "1 record" : `${answer.body.length.toLocaleString("en-GB")} records`}
            </span>
          )}
          {answer.status === 200 && (
            <span>{(answer.sizeBytes / 1000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} kB</span>
          )}
          <span>{answer.milliseconds} ms</span>
        </>
      )}
    </p>
  );
}

/** The first records of the response; before the first request, a sample. */
function Body({ call: { state, answer, held }, path, sample, retry }: Omit<Props, "quota" | "next">) {
  if (state === "sending" && !held) return <Skeleton />;
  if (state === "lost") {
    return (
      <ErrorNotice
        className={frame}
        title="Can’t reach the service"
        text="Check your connection, then try again in a moment."
        retry={retry}
      />
    );
  }
  if (state === "answered" && answer && answer.status >= 400) return <Refusal answer={answer} retry={retry} />;
  if (held) {
    const { body } = held;
    const isCut = Array.isArray(body) && body.length > recordsShown;
    const part = isCut ? `Showing ${recordsShown} of ${body.length.toLocaleString("en-GB")}:` : "Full response:";
    const note = answer?.status === 304 ? "Not modified: this request didn’t count. " : "";
    const shown: unknown = isCut ? body.slice(0, recordsShown) : body;
    return <Excerpt note={note + part} value={shown} label={`Response of ${path}`} />;
  }
  if (sample)
    return <Excerpt note="Sample record:" value={JSON.parse(sample) as unknown} label={`Sample record of ${path}`} />;
  return <p className={`${frame} p-4 text-sm text-muted`}>The response will appear here.</p>;
}

const frame = "h-80 overflow-auto";

function Excerpt({ note, value, label }: { note: string; value: unknown; label: string }) {
  return (
    <div className={frame} tabIndex={0} role="region" aria-label={label}>
      <p className="px-4 pt-3 text-sm text-muted">{note}</p>
      <pre className="px-4 py-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        <JsonText text={JSON.stringify(value, null, 2)} />
      </pre>
    </div>
  );
}

function Refusal({ answer, retry }: { answer: ApiResponse; retry(): void }) {
  const { quota, requestId } = answer;
  const now = useNow();
  if (!isDayUsedUp(answer) || !quota)
    return <ErrorNotice title="Request failed" text={messageOf(answer)} {...{ requestId, retry }} />;
  return (
    <ErrorNotice
      className={frame}
      title={`You’ve used today’s ${quota.limit.toLocaleString("en-GB")} requests`}
      text={`Limits reset at midnight UTC, ${timeUntil(quota.reset, now)}. Until then, /api/quota and unmodified responses (304) stay free.`}
      requestId={requestId}
    >
      {isPublicDayUsedUp(answer) && (
        <p className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <a href={firstKeyPath} className={buttonClass("primary")}>
            Get a free key
          </a>
          for more requests a day.
        </p>
      )}
    </ErrorNotice>
  );
}

const lineWidths = ["w-4", "w-64", "w-48", "w-40", "w-80", "w-32", "w-48", "w-4"];

function Skeleton() {
  return (
    <div className={`${frame} p-4`} aria-hidden="true">
      {lineWidths.map((width, index) => (
        <span key={index} className={`mb-3 block h-3 max-w-full rounded bg-line ${width}`} />
      ))}
    </div>
  );
}

/** The headers of a page of a list, and the way to the next. */
function PageLine({ answer, next }: { answer: ApiResponse; next: (() => void) | null }) {
  const link = answer.link?.includes('rel="next"') ? answer.link : null;
  const headers = [
    ["X-Total-Count", answer.totalCount],
    ["Link", link],
  ].filter(([, text]) => text !== null);
  if (headers.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <dl className="min-w-0 grow basis-48 text-sm">
        {headers.map(([name, text]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-mono text-xs [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      {next && <Button onClick={next}>Next page</Button>}
    </div>
  );
}
