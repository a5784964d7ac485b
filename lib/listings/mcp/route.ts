import "server-only";
import { z } from "zod";
import { maxBodyBytes, parseObject, readJsonBody } from "../../http/body.ts";
import { queryReader } from "../../http/define-operation.ts";
import { AppError } from "../../core/errors.ts";
import type { Route } from "../../http/route.ts";
import { createRouter } from "../../http/router.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { Representation } from "../../catalogue/representation.ts";
import { answerMessage } from "./server.ts";

const routerOf = memoize((routes: readonly Route[]) => createRouter(routes));
const readQuery = queryReader(z.strictObject({}));

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions (contract §20). Only calls of tools are
 * counted. Answers end with the response, so that there is no stream to listen to.
 *
 * @param routes of the API, which the tools read.
 */
export function mcpRouteFor(routes: () => readonly Route[]): Route {
  return {
    root: "mcp",
    path: "",
    isMetered: true,
    isFree: true,
    isWithoutSession: true,
    isPrivate: true,
    operations: {
      POST: {
        isStrict: true,
        handle: async (context) => {
          const { request } = context;
          readQuery(request.target);
          const message = parseObject(await readJsonBody(request, maxBodyBytes));
          if (message["method"] === "subscriptions/listen")
            throw new AppError("bad_request", { message: "There is nothing to subscribe to: ask recent_changes." });
          const response = await answerMessage(message, context, routerOf(routes()));
          const { status } = response;
          const text = await response.text();
          const type = response.headers.get("content-type") ?? "application/json";
          return { status, body: text === "" ? null : new Representation(text, type) };
        },
      },
    },
  };
}
