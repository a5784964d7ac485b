import { JsonText } from "@/components/ui/json-text";
import { Trouble } from "@/components/ui/trouble";
import { messageOf, type ApiAnswer } from "@/lib/client/client";
import type { Call } from "./use-calls";

const recordsShown = 2;

interface Props {
  call: Call;
  path: string;
  sample: string | null;
  retry: () => void;
}

/** The first part of what came back; before that, of what would. */
export function AnswerBody({ call, path, sample, retry }: Props) {
  if (call.state === "sending" && !call.held) return <Skeleton />;
  if (call.state === "lost") {
    return (
      <Trouble
        className={frame}
        title="The service could not be reached"
        text="Your connection may be down, or the service is. Try again in a moment."
        retry={retry}
      />
    );
  }
  if (call.state === "answered" && call.answer && call.answer.status >= 400)
    return <Refusal answer={call.answer} retry={retry} />;
  if (call.held) return <Records held={call.held} isUnchanged={call.answer?.status === 304} path={path} />;
  if (sample === null)
    return <p className={`${frame} p-4 text-sm text-muted`}>The answer will appear here. Press “Send”.</p>;
  return (
    <Excerpt
      note="One record of it, sent along with this page:"
      text={pretty(JSON.parse(sample))}
      label={`A record of ${path}`}
    />
  );
}

const frame = "h-80 overflow-auto";

function Records({ held, isUnchanged, path }: { held: ApiAnswer; isUnchanged: boolean; path: string }) {
  const records: unknown[] = Array.isArray(held.body) ? held.body : [held.body];
  const shown = records.slice(0, recordsShown);
  const part =
    records.length > shown.length
      ? `The first ${shown.length} of ${records.length.toLocaleString("en-GB")}:`
      : "All of it:";
  const note = isUnchanged ? "Nothing has changed since, so this call was free. " : "";
  return <Excerpt note={note + part} text={pretty(shown)} label={`Answer of ${path}`} />;
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

function Refusal({ answer, retry }: { answer: ApiAnswer; retry: () => void }) {
  if (answer.status !== 429)
    return <Trouble title="The service refused" text={messageOf(answer)} requestId={answer.requestId} retry={retry} />;
  return (
    <Trouble
      className={frame}
      title="Today’s requests are used up"
      text={`${messageOf(answer)} The count starts again at midnight UTC; until then /api/quota and answers you already hold (304) stay free.`}
      requestId={answer.requestId}
      retry={retry}
    />
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
