import "server-only";
import * as http from "node:http";
import * as https from "node:https";
import { urlToHttpOptions } from "node:url";
import type { Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";
import { parseJson } from "../core/json.browser.ts";

interface UpstashServer {
  readonly url: string;
  readonly token: string;
  /** How long an answer may take, from the request to the last byte. */
  readonly timeoutMilliseconds: number;
}

/** Servers keep an idle connection open for longer, so a command rarely meets one that is being closed. */
const keepAliveMilliseconds = 4_000;
/** The answer to a full batch, a thousand commands, has a tenth of it. */
const maxAnswerCharacters = 1_000_000;

/**
 * Sends the commands of Upstash's client with `node:http`, because `fetch`, which the client would use, takes five times
 * the processor time.
 *
 * Nothing is sent twice: a connection that ends without an answer does not tell whether Redis has counted.
 */
export function upstashRequester({ url, token, timeoutMilliseconds }: UpstashServer): Requester {
  const base = new URL(url);
  const { request, Agent } = base.protocol === "https:" ? https : http;
  const server = {
    ...urlToHttpOptions(base),
    method: "POST",
    agent: new Agent({ keepAlive: true, timeout: keepAliveMilliseconds }),
  };
  const folder = base.pathname.replace(/\/$/, "");

  function send(path: string, text: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(text),
      };
      const sent = request({ ...server, path, headers }, (response) => {
        readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      });
      const timer = setTimeout(() => {
        reject(new Error(`Upstash Redis gave no answer within ${timeoutMilliseconds} ms.`));
        sent.destroy();
      }, timeoutMilliseconds);
      sent.once("close", () => clearTimeout(timer)).on("error", reject);
      sent.end(text);
    });
  }

  return {
    request: async <Result>({ path = [], body }: UpstashRequest) => {
      const answer = await send([folder, ...path].join("/") || "/", JSON.stringify(body));
      return readAnswer(answer) as UpstashResponse<Result>;
    },
  };
}

/** Whether the token of this address is sent unencrypted to another machine. */
export function sendsTokenUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

interface Answer {
  status: number;
  text: string;
}

function readText(response: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    response.setEncoding("utf8");
    response
      .on("data", (piece: string) => {
        text += piece;
        if (text.length > maxAnswerCharacters)
          response.destroy(new Error("Upstash Redis sent an answer of more than 1 MB."));
      })
      .once("end", () => resolve(text))
      .on("error", reject);
  });
}

/** @throws Error without the commands, because they contain the caller's address. */
function readAnswer({ status, text }: Answer): unknown {
  const body = parseJson(text);
  if (status === 200 && body !== undefined) return body;
  const reason = typeof body === "object" && body !== null && "error" in body ? `: ${String(body.error)}` : "";
  throw new Error(
    `Upstash Redis answered with status ${status}${reason || (body === undefined ? " and no JSON" : "")}.`,
  );
}
