import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Reply } from "../api/call.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { sendReply } from "./node-call.ts";

/** Next's request handler. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface PageRequest {
  call: Call;
  request: IncomingMessage;
  response: ServerResponse;
  pages: Pages;
  id: string;
}

/** Headers by which Next's parts speak with each other; from outside they would be believed. */
const nextsOwn = /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-matched-path$|x-forwarded-)/;

/** Hands a request for a page to Next, as a browser would have sent it. */
export function servePage({ call, request, response, pages, id }: PageRequest): void {
  if (call.method !== "GET" && call.method !== "HEAD") {
    sendReply(request, response, notOffered(id));
    return;
  }
  for (const name of Object.keys(request.headers)) {
    if (nextsOwn.test(name)) delete request.headers[name];
  }
  request.url = call.target.href;
  response.setHeader("X-Request-Id", id);
  pages(request, response).catch((error: unknown) => {
    log.error({ err: error, request_id: id }, "A page failed.");
    response.destroy();
  });
}

/** Pages are only read. */
function notOffered(id: string): Reply {
  const { status, body } = new AppError("method_not_allowed");
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(bytes.length),
    "Cache-Control": "no-store",
    Allow: "GET, HEAD",
    "X-Request-Id": id,
  };
  return { status, headers, body: bytes };
}
