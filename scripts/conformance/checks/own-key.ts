import { type ConformanceResponse, responses, send } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, NotCheckable } from "../expect.ts";

export interface KeyInList {
  id: string;
  prefix: string;
  daily_limit: number;
  used_today: number;
  note: string | null;
}

export interface KeyWithSecret extends Omit<KeyInList, "note"> {
  key: string;
}

/** Free, with the run's own key. */
export function sendWithKey(headers: Record<string, string> = {}): Promise<ConformanceResponse> {
  return send("/api/quota", { by: "address", headers: { ...headers, authorization: `Bearer ${keyOfRun().key}` } });
}

/** The run's key, with its secret. @throws NotCheckable when none was issued. */
export function keyOfRun(): KeyWithSecret {
  const id = made.id("keys");
  const issued = responses
    .filter(({ request, status }) => request.path === "/api/keys" && status === 201)
    .map((response) => expectBody(response, 201) as KeyWithSecret)
    .find((key) => key.id === id);
  if (!issued) throw new NotCheckable("no key was issued");
  return issued;
}
