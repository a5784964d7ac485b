import { useState } from "react";
import { getApi, type ApiResponse, type QuotaFigures } from "@/lib/http/client/client.browser";

/** The state of one path: the last response, and the last one with records. */
export interface CallState {
  state: "idle" | "sending" | "answered" | "lost";
  answer: ApiResponse | null;
  held: ApiResponse | null;
}

const unsent: CallState = { state: "idle", answer: null, held: null };

/** Sends real requests, and keeps the responses by path. As a polling app would, it sends their entity tags. */
export function useCalls() {
  const [calls, setCalls] = useState<Record<string, CallState>>({});
  const [quota, setQuota] = useState<QuotaFigures | null>(null);
  const callOf = (path: string) => calls[path] ?? unsent;

  /** @param key the API key to count on; without one the IP address counts. */
  async function send(path: string, key?: string) {
    const before = callOf(path);
    if (before.state === "sending") return;
    const settle = (call: CallState) => setCalls((all) => ({ ...all, [path]: call }));
    settle({ ...before, state: "sending" });
    try {
      const answer = await getApi(path, before.held?.etag, key);
      settle({ state: "answered", answer, held: answer.status === 200 ? answer : before.held });
      if (answer.quota) setQuota(answer.quota);
    } catch {
      settle({ ...before, state: "lost", answer: null });
    }
  }

  return { callOf, quota, send };
}
