import type { Service } from "./service.ts";
import { signedIn } from "./signed-in.ts";

type PublicRecord = Record<string, unknown> & { id: string };

interface Sent {
  status: number;
  etag: string;
  body: PublicRecord;
}

/** Sends requests as one signed-in account, and reads JSON back. */
export interface StaffClient {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Sent>;
  /** The newest entries of the journal. */
  activity(limit: number): Promise<PublicRecord[]>;
}

export async function staffClient(service: Service, role: "editor" | "admin" = "editor"): Promise<StaffClient> {
  const cookie = await signedIn(service, role);
  const send: StaffClient["send"] = async (method, path, body, headers = {}) => {
    const response = await service.get(`/api/${path}`, {
      method,
      headers: { cookie, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      etag: response.headers.get("etag") ?? "",
      body: (await response.json()) as PublicRecord,
    };
  };
  return {
    send,
    activity: async (limit) => (await send("GET", `activity?limit=${limit}`)).body as unknown as PublicRecord[],
  };
}
