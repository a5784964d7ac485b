import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { bodyCutOff, bodyTooLarge } from "../http/body.ts";
import { createRequest } from "../http/request.ts";
import type { Router } from "../http/router.ts";
import type { Call, Reply } from "../http/route.ts";
import { AppError } from "../errors.ts";

const lingerMilliseconds = 1000;

/**
 * A request as Node read it.
 *
 * @param defect what was found wrong with it besides.
 */
export function callFrom(request: IncomingMessage, router: Router, defect: AppError | null = null): Call {
  return createRequest(
    {
      method: request.method ?? "GET",
      target: request.url ?? "/",
      header: (name) => textOf(request.headers[name]),
      peer: request.socket.remoteAddress ?? null,
      isGone: () => request.socket.destroyed,
      readBody: (most) => readBody(request, most),
      defect: defect ?? protocolDefect(request),
    },
    router,
  );
}

/** Why a body will never be whole; it may turn out before anybody reads it. */
const failures = new WeakMap<IncomingMessage, AppError>();

/** Whoever reads the body, now or later, would else wait for the rest of it. */
export function failBody(request: IncomingMessage, error: AppError): void {
  failures.set(request, error);
  request.emit("error", error);
}

/** Stops reading at the first byte too many, so that nobody can fill the memory. */
async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const failure = failures.get(request) ?? (request.destroyed ? bodyCutOff() : null);
  if (failure) throw failure;
  if (Number(request.headers["content-length"] ?? 0) > most) throw bodyTooLarge(most);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) reject(bodyTooLarge(most));
      else chunks.push(chunk);
    });
    // The listeners live as long as the request: they must not keep the pieces beside the whole.
    request.once("end", () => resolve(Buffer.concat(chunks.splice(0))));
    // The parser gave up on it, or waited too long for it; or the sender has gone.
    request.once("error", (error) => reject(error instanceof AppError ? error : bodyCutOff()));
    request.once("close", () => reject(bodyCutOff()));
  });
}

/** HTTP/1.1 wants exactly one Host (RFC 9112 §3.2); versions before 1.0 and after 1.1 are written otherwise than we answer. */
function protocolDefect(request: IncomingMessage): AppError | null {
  if (request.httpVersion !== "1.1" && request.httpVersion !== "1.0")
    return new AppError("bad_request", { message: "Send HTTP/1.1." });
  const hosts = countHosts(request.rawHeaders);
  const isOld = request.httpVersion === "1.0";
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
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (request.complete) write(request, response, reply);
  else setImmediate(() => write(request, response, reply));
}

/** Whoever is still sending a body is given a moment to read the answer before the connection ends. */
function write(request: IncomingMessage, response: ServerResponse, { status, headers, body, stream }: Reply): void {
  const isStillSending = !request.complete;
  if (isStillSending) response.setHeader("Connection", "close");
  response.writeHead(status, headers);
  if (stream) {
    // Whoever hangs up is noticed by the work itself.
    pipeline(Readable.from(stream), response, () => undefined);
    return;
  }
  if (!isStillSending) {
    response.end(body ?? undefined);
    return;
  }
  response.flushHeaders();
  if (body) response.write(body);
  const end = () => response.end();
  const linger = setTimeout(end, lingerMilliseconds);
  request.resume().once("close", () => {
    clearTimeout(linger);
    end();
  });
}

export function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
