import { JsonText } from "@/components/ui/json-text";
import { firstKeyPath } from "@/components/layout/new-key-path";
import { buttonClass } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { useNow } from "@/components/ui/use-now";
import { messageOf, type ApiResponse } from "@/lib/http/client/client.browser";
import { isDayUsedUp, isPublicDayUsedUp, timeUntil } from "@/lib/http/client/daily-limit.browser";
import type { CallState } from "./use-calls";

const recordsShown = 2;

interface Props {
  call: CallState;
  path: string;
  sample: string | null;
  retry: () => void;
}

/** The first records of the response; before the first request, a sample. */
export function ResponseBody({ call, path, sample, retry }: Props) {
  if (call.state === "sending" && !call.held) return <Skeleton />;
  if (call.state === "lost") {
    return (
      <ErrorNotice
        className={frame}
        title="Can’t reach the service"
        text="Check your connection, then try again in a moment."
        retry={retry}
      />
    );
  }
  if (call.state === "answered" && call.answer && call.answer.status >= 400)
    return <Refusal answer={call.answer} retry={retry} />;
  if (call.held) return <Records held={call.held} isUnchanged={call.answer?.status === 304} path={path} />;
  if (sample === null) return <p className={`${frame} p-4 text-sm text-muted`}>The response will appear here.</p>;
  return <Excerpt note="Sample record:" text={pretty(JSON.parse(sample))} label={`Sample record of ${path}`} />;
}

const frame = "h-80 overflow-auto";

function Records({ held, isUnchanged, path }: { held: ApiResponse; isUnchanged: boolean; path: string }) {
  const { body } = held;
  const isCut = Array.isArray(body) && body.length > recordsShown;
  const shown: unknown = isCut ? body.slice(0, recordsShown) : body;
  const part = isCut ? `Showing ${recordsShown} of ${body.length.toLocaleString("en-GB")}:` : "Full response:";
  const note = isUnchanged ? "Not modified: this request didn’t count. " : "";
  return <Excerpt note={note + part} text={pretty(shown)} label={`Response of ${path}`} />;
}

function Excerpt({ note, text, label }: { note: string; text: string; label: string }) {
  return (
    <div className={frame} tabIndex={0} role="region" aria-label={label}>
      <p className="px-4 pt-3 text-sm text-muted">{note}</p>
      <pre className="px-4 py-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        <JsonText text={text} />
      </pre>
    </div>
  );
}

function Refusal({ answer, retry }: { answer: ApiResponse; retry: () => void }) {
  const { quota } = answer;
  const now = useNow();
  if (!isDayUsedUp(answer) || !quota)
    return <ErrorNotice title="Request failed" text={messageOf(answer)} requestId={answer.requestId} retry={retry} />;
  return (
    <ErrorNotice
      className={frame}
      title={`You’ve used today’s ${quota.limit.toLocaleString("en-GB")} requests`}
      text={`Limits reset at midnight UTC, ${timeUntil(quota.reset, now)}. Until then, /api/quota and unmodified responses (304) stay free.`}
      requestId={answer.requestId}
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

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
