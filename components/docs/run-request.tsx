"use client";

import type { ReactNode } from "react";
import { useCalls } from "@/components/docs/api-console/use-calls";
import { Button } from "@/components/ui/button";
import { useReaderKey } from "./reader-key";
import { late } from "@/components/ui/late";

const LiveResponse = late(() => import("@/components/docs/api-console/live-response"), "LiveResponse");

interface Props {
  subject: string;
  /** Below `/api`. */
  path: string;
  /** What the request returned when it was documented. */
  children: ReactNode;
}

/** The answer of a documented request, until the reader sends the request. */
export function RunRequest({ subject, path, children }: Props) {
  const key = useReaderKey();
  const { callOf, quota, send } = useCalls();
  const call = callOf(path);
  const run = () => void send(path, key);
  const isIdle = call.state === "idle";
  return (
    <div role="group" aria-label={`Answer: ${subject}`} className="mt-2 rounded border border-line bg-raised">
      <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3 text-sm text-muted">
        <span>{isIdle ? "Answer" : "Answer of your request"}</span>
        <Button
          className="min-h-8 px-3 noscript:hidden"
          aria-label={`${isIdle ? "Run" : "Run again"}: ${subject}`}
          aria-disabled={call.state === "sending"}
          onClick={run}
        >
          {isIdle ? "Run" : "Run again"}
        </Button>
      </div>
      {isIdle ? children : <LiveResponse {...{ call, path, quota }} retry={run} />}
    </div>
  );
}
