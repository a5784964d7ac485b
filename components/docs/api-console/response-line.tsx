import type { ApiResponse } from "@/lib/http/client/client.browser";
import { reasonPhrases } from "./reason-phrases";
import type { CallState } from "./use-calls";

/** Status, size and time of the last response, in a live region. */
export function ResponseLine({ call }: { call: CallState }) {
  return (
    <p
      role="status"
      className="flex min-h-10 flex-wrap items-center gap-x-4 border-b border-line px-4 py-2 text-sm text-muted"
    >
      {call.state === "idle" && "Press Send to see the live response"}
      {call.state === "sending" && "Waiting for the response…"}
      {call.state === "lost" && "No response"}
      {call.state === "answered" && call.answer && <Figures answer={call.answer} />}
    </p>
  );
}

function Figures({ answer }: { answer: ApiResponse }) {
  const { status, body, sizeBytes, milliseconds } = answer;
  return (
    <>
      <span className={`font-mono font-semibold ${status < 400 ? "text-ink" : "text-curtain"}`}>
        {status} {reasonPhrases[status] ?? ""}
      </span>
      {Array.isArray(body) && (
        <span>{body.length === 1 ? "1 record" : `${body.length.toLocaleString("en-GB")} records`}</span>
      )}
      {status === 200 && <span>{(sizeBytes / 1000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} kB</span>}
      <span>{milliseconds} ms</span>
    </>
  );
}
