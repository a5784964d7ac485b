import "server-only";
import type { ServerResponse } from "node:http";
import type { HttpRequest } from "../../http/route.ts";
import { methodName, millisecondsSince, type RequestMetrics } from "../../core/request-metrics.ts";

interface PageRequestSummary {
  request: HttpRequest;
  id: string;
  nodeResponse: ServerResponse;
  /** One label for all pages, because clients can invent any number of paths. */
  route: "pages" | "assets";
}

/** Records a response of Next in the log and the metrics, once it is sent or the client has disconnected. */
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
