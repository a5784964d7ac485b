import "server-only";
import { z } from "zod";
import { Representation } from "../../catalogue/representation.ts";
import { ConcurrencyLimit } from "../../core/concurrency-limit.ts";
import { AppError } from "../../core/errors.ts";
import { membersOf } from "../../core/json.browser.ts";
import { networkOf } from "../../core/fair-turns.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { bodyTooLarge, maxBodyBytes, parseObject, readJsonBody } from "../../http/body.ts";
import { requireSameOrigin } from "../../http/csrf.ts";
import { queryReader } from "../../http/define-operation.ts";
import { addressOf } from "../../http/request.ts";
import type { HandlerResult, RequestContext, Route } from "../../http/route.ts";
import { createRouter } from "../../http/router.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { takeOfMinute } from "../../http/rate-limit/allowance.ts";
import type { Message } from "./server.ts";

const routerOf = memoize((routes: readonly Route[]) => createRouter(routes));
const readQuery = queryReader(z.strictObject({}));

const freePerMinute = 60;
/** Of a message that is too long, this much is read to answer it with its id. */
const maxReadBytes = 16 * maxBodyBytes;
const bounds = {
  inFlight: 4,
  inFlightPerCaller: 2,
  waiting: 32,
  waitingPerCaller: 16,
  maxWaitMilliseconds: 10_000,
  message: "Too many messages are being answered at once. Try again in a moment.",
};
const limitOf = memoize((_infrastructure: Infrastructure) => new ConcurrencyLimit(bounds));

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions (contract §20). Only calls of tools count in
 * the caller's day; what is free has a limit for each minute and network. Answers end with the response, so that there
 * is no stream to listen to.
 *
 * @param routes of the API, which the tools read.
 */
export function mcpRouteFor(routes: () => readonly Route[]): Route {
  return {
    root: "mcp",
    path: "",
    isMetered: true,
    isFree: true,
    ignoredCredentials: ["cookie"],
    isPrivate: true,
    operations: {
      POST: {
        isStrict: true,
        handle: async (context) => {
          const { request, infrastructure, charge } = context;
          const { settings } = infrastructure;
          // A `Host` that is not the service's own may be of a site whose name leads to this machine.
          requireSameOrigin(request, requestedOrigin(request, settings));
          // Loaded at the first message: the library and the tools would delay each start.
          const server = await import("./server.ts");
          const { message, refusal: unread } = await readMessage(context);
          if (unread) {
            await countFree(context);
            return { ...answer(server.refusedMessage(message, unread), context, unread.status), failure: unread };
          }
          const isCall = message["method"] === "tools/call" && message["id"] !== undefined;
          if (!isCall) await countFree(context);
          const refusal = (isCall && (await charge?.())) || null;
          const known = refusal ? server.refusedCall(message, refusal) : server.sameForAll(message, request.header);
          if (known !== null) return answer(known, context);
          try {
            const isGone = () => request.isGone();
            const { text, status } = await limitOf(infrastructure).run(addressOf(request, settings), isGone, () =>
              server.answerMessage(message, request.header, (toolCall) =>
                server.callTool(toolCall, context, routerOf(routes())),
              ),
            );
            return answer(text, context, status);
          } catch (error) {
            if (isCall && error instanceof AppError) return answer(server.refusedCall(message, error), context);
            throw error;
          }
        },
      },
    },
  };
}

/** The message, as far as it can be read, and why it can't be answered: 400, 413 or 415. */
async function readMessage({ request }: RequestContext): Promise<{ message: Message; refusal: AppError | null }> {
  let message: Message = {};
  try {
    const bytes = await readJsonBody(request, maxReadBytes);
    message = parseObject(bytes);
    readQuery(request.target);
    if (bytes.length > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
    if (message["method"] === "subscriptions/listen")
      throw new AppError("bad_request", { message: "There is nothing to subscribe to: ask recent_changes." });
    const params = membersOf(message["params"]);
    if (params["arguments"] === null) message = { ...message, params: { ...params, arguments: {} } };
    return { message, refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { message, refusal: error.code === "content_too_large" ? bodyTooLarge(maxBodyBytes) : error };
  }
}

/** Counts a message that costs nothing of the day. @throws AppError 429 when the network has used up its minute. */
async function countFree({ request, infrastructure }: RequestContext): Promise<void> {
  const network = networkOf(addressOf(request, infrastructure.settings));
  const message = `One network may send ${freePerMinute} messages a minute that are not calls of tools.`;
  const { refusal } = await takeOfMinute(infrastructure, {
    subject: `ip:${network} mcp`,
    limit: freePerMinute,
    message,
  });
  if (refusal) throw refusal;
}

/** As JSON; as a stream of one event only for a client that takes nothing else. */
function answer(text: string, { request }: RequestContext, status = 200): HandlerResult {
  if (text === "") return { status, body: null };
  const accept = request.header("accept") ?? "";
  const isStream = accept.includes("text/event-stream") && !/json|\*\/\*|application\/\*/.test(accept);
  if (!isStream) return { status, body: new Representation(text, "application/json") };
  return { status, body: new Representation(`event: message\ndata: ${text}\n\n`, "text/event-stream") };
}
