import { useFixture } from "./fixture.ts";
import type { TestService } from "./service.ts";
import { signedIn } from "./signed-in.ts";

type PublicRecord = Record<string, unknown> & { id: string };

interface Sent {
  status: number;
  etag: string;
  body: PublicRecord;
}

/** Sends requests with the session of one account, and parses JSON responses. */
export interface StaffClient {
  /** The unparsed response. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Sent>;
  /** The newest entries of the activity log. */
  activity(limit: number): Promise<PublicRecord[]>;
}

/** The client of a new account during the tests of this block. */
export function useStaff(service: TestService, role: "editor" | "admin" = "editor"): StaffClient {
  return useFixture(() => staffClient(service, role));
}

export async function staffClient(service: TestService, role: "editor" | "admin" = "editor"): Promise<StaffClient> {
  return staffClientWithCookie(await signedIn(service, role), service);
}

/** The same with an existing cookie, also for a service in another process. */
export function staffClientWithCookie(cookie: string, service: Pick<TestService, "get">): StaffClient {
  const ask: StaffClient["ask"] = (method, path, body, headers = {}) =>
    service.get(`/api/${path}`, {
      method,
      headers: { cookie, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const send: StaffClient["send"] = async (...given) => {
    const response = await ask(...given);
    return {
      status: response.status,
      etag: response.headers.get("etag") ?? "",
      body: (await response.json()) as PublicRecord,
    };
  };
  return {
    ask,
    send,
    activity: async (limit) => (await send("GET", `activity?limit=${limit}`)).body as unknown as PublicRecord[],
  };
}
