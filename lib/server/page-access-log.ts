import "server-only";
import type { ServerResponse } from "node:http";
import type { Call } from "../http/route.ts";
import { methodName, millisecondsSince, type Meter } from "../request-metrics.ts";

interface PageSeen {
  call: Call;
  id: string;
  response: ServerResponse;
  /** One word for all pages: their paths are made up by whoever asks. */
  route: "pages" | "assets" | "/api/auth";
}

/** Tells of what Next answers, when it has been sent, or when whoever asked has gone. */
export function watchPage({ call, id, response, route }: PageSeen, requests: Meter): void {
  const begun = performance.now();
  const { socket } = response;
  const sentBefore = socket?.bytesWritten ?? 0;
  response.once("close", () =>
    requests.tell({
      request_id: id,
      method: methodName(call.method),
      route,
      status: response.statusCode,
      milliseconds: millisecondsSince(begun),
      tier: null,
      bytes: (socket?.bytesWritten ?? 0) - sentBefore,
    }),
  );
}
