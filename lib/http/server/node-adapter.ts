import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { bodyIncomplete, bodyTooLarge, lingerMilliseconds } from "../body.ts";
import { createRequest } from "../request.ts";
import type { Router } from "../router.ts";
import type { HttpRequest, HttpResponse } from "../route.ts";
import { AppError } from "../../core/errors.ts";

/** @param defect an error that was found before. */
export function fromNodeRequest(
  nodeRequest: IncomingMessage,
  router: Router,
  defect: AppError | null = null,
): HttpRequest {
  const { socket } = nodeRequest;
  return createRequest(
    {
      method: nodeRequest.method ?? "GET",
      target: nodeRequest.url ?? "/",
      header: (name) => headerText(nodeRequest.headers[name]),
      peer: socket.remoteAddress ?? null,
      isGone: () => socket.destroyed || (isBodiless(nodeRequest) && socket.readableEnded),
      hasLeft: () => socket.destroyed || socket.readableEnded,
      readBody: (max) => readBody(nodeRequest, max),
      defect: defect ?? protocolDefect(nodeRequest),
    },
    router,
  );
}

/** The server allows half-open connections: a client that hangs up after a read, which is over, only ends its half. */
function isBodiless({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** Why a body will never be complete, kept for a reader that may come later. */
const failures = new WeakMap<IncomingMessage, AppError>();

/** Fails the body's current and future readers, which would otherwise wait for its rest. */
export function failRequestBody(nodeRequest: IncomingMessage, error: AppError): void {
  failures.set(nodeRequest, error);
  nodeRequest.emit("error", error);
}

/** Rejects at the first byte above `max` and keeps no more, so that a client can't exhaust the memory. */
async function readBody(nodeRequest: IncomingMessage, max: number): Promise<Buffer> {
  const failure = failures.get(nodeRequest) ?? (nodeRequest.destroyed ? bodyIncomplete() : null);
  if (failure) throw failure;
  if (Number(nodeRequest.headers["content-length"] ?? 0) > max) throw bodyTooLarge(max);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    nodeRequest.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > max) reject(bodyTooLarge(max));
      else chunks.push(chunk);
    });
    // Empties `chunks`, because the listeners live as long as the request and would keep the chunks beside the whole body.
    nodeRequest.once("end", () => resolve(Buffer.concat(chunks.splice(0))));
    // The parser refused the body or timed out, or the client has disconnected.
    nodeRequest.once("error", (error) => reject(error instanceof AppError ? error : bodyIncomplete()));
    nodeRequest.once("close", () => reject(bodyIncomplete()));
  });
}

/** HTTP/1.1 requires exactly one Host (RFC 9112 §3.2). Other versions than 1.0 and 1.1 expect another response format. */
function protocolDefect(nodeRequest: IncomingMessage): AppError | null {
  if (nodeRequest.httpVersion !== "1.1" && nodeRequest.httpVersion !== "1.0")
    return new AppError("bad_request", { message: "Send HTTP/1.1." });
  const isHost = (text: string, index: number) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === "host";
  const hosts = nodeRequest.rawHeaders.filter(isHost).length;
  const isOld = nodeRequest.httpVersion === "1.0";
  return hosts === 1 || (isOld && hosts === 0)
    ? null
    : new AppError("bad_request", { message: "Send one Host header." });
}

/** Writes the response. An incomplete body gets another turn, because Node may not have read the rest of its packet yet. */
export function sendResponse(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, response: HttpResponse): void {
  if (nodeRequest.complete) write(nodeRequest, nodeResponse, response);
  else setImmediate(() => write(nodeRequest, nodeResponse, response));
}

/** A client that is still sending its body gets time to read the response before the connection ends. */
function write(
  nodeRequest: IncomingMessage,
  nodeResponse: ServerResponse,
  { status, headers, cookies, body, stream }: HttpResponse,
): void {
  const isStillSending = !nodeRequest.complete;
  if (isStillSending) nodeResponse.setHeader("Connection", "close");
  if (cookies) nodeResponse.setHeader("Set-Cookie", cookies);
  nodeResponse.writeHead(status, headers);
  if (stream) {
    // The work itself checks whether the client has disconnected.
    pipeline(Readable.from(stream), nodeResponse, () => undefined);
    return;
  }
  if (!isStillSending) {
    nodeResponse.end(body ?? undefined);
    return;
  }
  nodeResponse.flushHeaders();
  if (body) nodeResponse.write(body);
  const end = () => nodeResponse.end();
  const linger = setTimeout(end, lingerMilliseconds);
  nodeRequest.resume().once("close", () => {
    clearTimeout(linger);
    end();
  });
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
