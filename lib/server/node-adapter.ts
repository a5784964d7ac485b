import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { bodyIncomplete, bodyTooLarge } from "../http/body.ts";
import { createRequest } from "../http/request.ts";
import type { Router } from "../http/router.ts";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { AppError } from "../errors.ts";

const lingerMilliseconds = 1000;

/**
 * A request as Node read it.
 *
 * @param defect what was found wrong with it besides.
 */
export function fromNodeRequest(
  nodeRequest: IncomingMessage,
  router: Router,
  defect: AppError | null = null,
): HttpRequest {
  return createRequest(
    {
      method: nodeRequest.method ?? "GET",
      target: nodeRequest.url ?? "/",
      header: (name) => headerText(nodeRequest.headers[name]),
      peer: nodeRequest.socket.remoteAddress ?? null,
      isGone: () => nodeRequest.socket.destroyed,
      readBody: (max) => readBody(nodeRequest, max),
      defect: defect ?? protocolDefect(nodeRequest),
    },
    router,
  );
}

/** Why a body will never be whole; it may turn out before anybody reads it. */
const failures = new WeakMap<IncomingMessage, AppError>();

/** Whoever reads the body, now or later, would else wait for the rest of it. */
export function failRequestBody(nodeRequest: IncomingMessage, error: AppError): void {
  failures.set(nodeRequest, error);
  nodeRequest.emit("error", error);
}

/** Stops reading at the first byte too many, so that nobody can fill the memory. */
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
    // The listeners live as long as the request: they must not keep the pieces beside the whole.
    nodeRequest.once("end", () => resolve(Buffer.concat(chunks.splice(0))));
    // The parser gave up on it, or waited too long for it; or the sender has gone.
    nodeRequest.once("error", (error) => reject(error instanceof AppError ? error : bodyIncomplete()));
    nodeRequest.once("close", () => reject(bodyIncomplete()));
  });
}

/** HTTP/1.1 wants exactly one Host (RFC 9112 §3.2); versions before 1.0 and after 1.1 are written otherwise than we answer. */
function protocolDefect(nodeRequest: IncomingMessage): AppError | null {
  if (nodeRequest.httpVersion !== "1.1" && nodeRequest.httpVersion !== "1.0")
    return new AppError("bad_request", { message: "Send HTTP/1.1." });
  const hosts = countHosts(nodeRequest.rawHeaders);
  const isOld = nodeRequest.httpVersion === "1.0";
  return hosts === 1 || (isOld && hosts === 0)
    ? null
    : new AppError("bad_request", { message: "Send one Host header." });
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}

/** Writes the answer. A body that came in one packet with its head may not be taken in yet: it is given its turn. */
export function sendResponse(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, response: HttpResponse): void {
  if (nodeRequest.complete) write(nodeRequest, nodeResponse, response);
  else setImmediate(() => write(nodeRequest, nodeResponse, response));
}

/** Whoever is still sending a body is given a moment to read the answer before the connection ends. */
function write(
  nodeRequest: IncomingMessage,
  nodeResponse: ServerResponse,
  { status, headers, body, stream }: HttpResponse,
): void {
  const isStillSending = !nodeRequest.complete;
  if (isStillSending) nodeResponse.setHeader("Connection", "close");
  nodeResponse.writeHead(status, headers);
  if (stream) {
    // Whoever hangs up is noticed by the work itself.
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

export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
