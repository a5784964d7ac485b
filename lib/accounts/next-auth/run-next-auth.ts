import "server-only";
import type { NextApiRequest, NextApiResponse } from "next";
import type { AuthOptions } from "next-auth";
import { Representation } from "../../catalogue/representation.ts";
import { isByHttps } from "../../http/request.ts";
import type { HttpRequest } from "../../http/route.ts";
import { decodePercent } from "../../http/router.ts";
import { trustRequestHostInNextAuth, type Env } from "../../settings/env.ts";
import { isUsableUrl } from "./return-url.ts";

/** Runs next-auth with what it reads of a request, and collects what it writes to a response. */
export async function runNextAuth(request: HttpRequest, body: unknown, settings: Env, options: AuthOptions) {
  trustRequestHostInNextAuth();
  const { search, segments } = request.target;
  const configured = settings.NEXTAUTH_URL === undefined ? null : new URL(settings.NEXTAUTH_URL);
  const isSecure = configured
    ? configured.protocol === "https:"
    : isByHttps(request.header("x-forwarded-proto"), settings.CLIENT_ADDRESS);
  const read = {
    // next-auth does not support HEAD; its body is not sent.
    method: request.method === "HEAD" ? "GET" : request.method,
    headers: { host: configured?.host ?? request.header("host"), "x-forwarded-proto": isSecure ? "https" : "http" },
    cookies: parseCookies(request.header("cookie")),
    query: { ...Object.fromEntries(new URLSearchParams(search)), nextauth: segments.slice(2) },
    body,
  };
  const answer = {
    status: 200,
    headers: {} as Record<string, string>,
    cookies: [] as readonly string[],
    body: null as Representation | null,
  };
  const send = (content: unknown) => {
    answer.body = new Representation(JSON.stringify(content), "application/json");
  };
  const response = {
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    getHeader: () => [...answer.cookies],
    setHeader: (name: string, value: string | string[]) => {
      if (Array.isArray(value)) answer.cookies = value;
      else answer.headers[name] = value;
      return response;
    },
    json: send,
    send,
    end: () => undefined,
  };
  const { default: imported } = await import("next-auth");
  // Node gives a CommonJS module itself, a bundler its default export.
  const nextAuth = "default" in imported ? (imported.default as typeof imported) : imported;
  // It uses no more of the two than is here.
  await nextAuth(read as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return answer;
}

/** By name, decoded. Without a malformed address to go to, which next-auth keeps in one: it would respond to all with 500. */
export function parseCookies(header = ""): Record<string, string> {
  const pairs = header.split(";").flatMap((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s).map((part) => part.trim());
    const text = decodePercent(value);
    const isUsable = text !== null && (!/next-auth\.callback-url$/.test(name) || isUsableUrl(text));
    return isUsable ? [[name, text] as const] : [];
  });
  return Object.fromEntries(pairs);
}
