import "server-only";
import type { ServerResponse } from "node:http";
import type { HttpRequest } from "../http/route.ts";
import { methodName, millisecondsSince, type RequestMetrics } from "../request-metrics.ts";

interface PageRequestSummary {
  request: HttpRequest;
  id: string;
  nodeResponse: ServerResponse;
  /** One word for all pages: their paths are made up by whoever asks. */
  route: "pages" | "assets" | "/api/auth";
}

/** Tells of what Next answers, when it has been sent, or when whoever asked has gone. */
export function recordPageRequest(
  { request, id, nodeResponse, route }: PageRequestSummary,
  requests: RequestMetrics,
): void {
  const startedAt = performance.now();
  const { socket } = nodeResponse;
  const sentBefore = socket?.bytesWritten ?? 0;
  nodeResponse.once("close", () =>
    requests.record({
      request_id: id,
      method: methodName(request.method),
      route,
      status: nodeResponse.statusCode,
      milliseconds: millisecondsSince(startedAt),
      tier: null,
      bytes: (socket?.bytesWritten ?? 0) - sentBefore,
    }),
  );
}
