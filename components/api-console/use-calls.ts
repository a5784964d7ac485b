"use client";

import { useState } from "react";
import { getApi, type ApiResponse, type QuotaFigures } from "@/lib/client/client";

/** What is known of one path: the last answer, and the last one that had a record in it. */
export interface CallState {
  state: "idle" | "sending" | "answered" | "lost";
  answer: ApiResponse | null;
  held: ApiResponse | null;
}

/** The figures of the last answer, and how long they were good for when it came. */
export interface QuotaReading extends QuotaFigures {
  secondsLeft: number;
}

const unsent: CallState = { state: "idle", answer: null, held: null };

/** Real calls, remembered by path; asked again, a path sends the entity tag it holds, as an app that polls would. */
export function useCalls() {
  const [calls, setCalls] = useState<Record<string, CallState>>({});
  const [quota, setQuota] = useState<QuotaReading | null>(null);
  const callOf = (path: string) => calls[path] ?? unsent;

  /** @param key an API key, to be counted on; none when absent. */
  async function send(path: string, key?: string) {
    const before = callOf(path);
    if (before.state === "sending") return;
    const settle = (call: CallState) => setCalls((all) => ({ ...all, [path]: call }));
    settle({ ...before, state: "sending" });
    try {
      const answer = await getApi(path, before.held?.etag, key);
      settle({ state: "answered", answer, held: answer.status === 200 ? answer : before.held });
      if (answer.quota) setQuota({ ...answer.quota, secondsLeft: answer.quota.reset - Date.now() / 1000 });
    } catch {
      settle({ ...before, state: "lost", answer: null });
    }
  }

  return { callOf, quota, send };
}
