import "server-only";
import {
  createMcpHandler,
  LATEST_PROTOCOL_VERSION,
  ProtocolError,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  Server,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  type CallToolRequest,
  type CallToolResult,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import packageFile from "../../../package.json" with { type: "json" };
import type { AppError } from "../../core/errors.ts";
import { membersOf } from "../../core/json.browser.ts";
import { lazy } from "../../core/memoize.browser.ts";
import { validateObject, validationError } from "../../http/body.ts";
import { toPublicError } from "../../http/respond.ts";
import type { HttpRequest, RequestContext } from "../../http/route.ts";
import type { Router } from "../../http/router.ts";
import { createApiReader } from "./api-reader.ts";
import { tools } from "./tools/tools.ts";

const instructions =
  "Theatre Listings knows London's West End: what is and was on, where, and who was in it. Names may be sent as people say them; where several records match, the error lists their ids. `certain: false` means that the dates leave it open: say so. Give the pages in the answers as sources. Each call of a tool costs one request of the caller's day.";
const serverInfo = { name: "theatre-listings", title: "Theatre Listings", version: packageFile.version };
const capabilities = { tools: { listChanged: true } };

/** One message of the protocol: the body, parsed. */
export type Message = Readonly<Record<string, unknown>>;
type ReadHeader = HttpRequest["header"];

/** Since this version each message names its version itself, and each result says that it is whole. */
const modernVersion = "2026-07-28";
const ofModernResults = { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: serverInfo } };

/** Lets the library answer a message. @param call what calls of tools return. @returns JSON; empty when there is no answer. */
export async function answerMessage(
  message: Message,
  header: ReadHeader,
  call: (toolCall: CallToolRequest["params"]) => Promise<CallToolResult>,
): Promise<{ status: number; text: string }> {
  // The library refuses a client that does not take both, although it chooses one.
  const headers = new Headers({ Accept: "application/json, text/event-stream", "Content-Type": "application/json" });
  for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name"]) {
    const value = header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const createServer = () => {
    // The tools are not registered: their schemas would take longer than most calls.
    const server = new Server(serverInfo, { instructions, capabilities });
    server.setRequestHandler("tools/call", ({ params }) => call(params));
    return server;
  };
  const request = new Request("http://mcp.invalid/mcp", { method: "POST", headers, body: JSON.stringify(message) });
  const response = await createMcpHandler(createServer, { keepAliveMs: 0 }).fetch(request, { parsedBody: message });
  const text = await response.text();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  return { status: response.status, text: isStream ? (/^data: (.+)$/m.exec(text)?.[1] ?? "") : text };
}

/** The answer to `initialize` and `tools/list`, whose result is made once; null for what the library answers or refuses. */
export function sameForAll(message: Message, header: ReadHeader): string | null {
  const { jsonrpc, id, method, params } = message;
  const named = versionIn(params);
  const version = header("mcp-protocol-version");
  const isModern = named === modernVersion && version === named && header("mcp-method") === method;
  const isLegacy = named === undefined && (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  if (jsonrpc !== "2.0" || !isId(id) || (!isModern && !isLegacy)) return null;
  if (method === "tools/list") return answerTo(id, toolList()[isModern ? "modern" : "legacy"]);
  if (method !== "initialize" || isModern) return null;
  const wanted = String(membersOf(params)["protocolVersion"]);
  const protocolVersion = SUPPORTED_PROTOCOL_VERSIONS.includes(wanted) ? wanted : LATEST_PROTOCOL_VERSION;
  return answerTo(id, JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions }));
}

const toolList = lazy(() => {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const list = tools.map(({ name, title, description, input, output }) => {
    const schemas = { inputSchema: z.toJSONSchema(input, { io: "input" }), outputSchema: z.toJSONSchema(output) };
    return { name, title, description, ...schemas, annotations };
  });
  const modern = { tools: list, ...ofModernResults, ttlMs: 0, cacheScope: "private" };
  return { legacy: JSON.stringify({ tools: list }), modern: JSON.stringify(modern) };
});

/** The answer to a call of a tool that the library has not seen. */
export function refusedCall({ id, params }: Message, refusal: AppError): string {
  const result = { ...errorResult(refusal), ...(versionIn(params) === undefined ? {} : ofModernResults) };
  return answerTo(isId(id) ? id : null, JSON.stringify(result));
}

/** The answer to what is no message of the protocol (JSON-RPC 2.0 §5.1): `data` is the body of the API's error. */
export function refusedMessage({ id }: Message, { body }: AppError): string {
  const error = { code: ProtocolErrorCode.InvalidRequest, message: body["message"] ?? body["error"], data: body };
  return JSON.stringify({ jsonrpc: "2.0", id: isId(id) ? id : null, error });
}

/** @param result JSON. */
function answerTo(id: string | number | null, result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

function versionIn(params: unknown): unknown {
  return membersOf(membersOf(params)["_meta"])[PROTOCOL_VERSION_META_KEY];
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** Calls a tool. What goes wrong is told in the words of the API. @throws ProtocolError for an unknown tool. */
export async function callTool(
  { name, arguments: sent = {} }: CallToolRequest["params"],
  context: RequestContext,
  router: Router,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Tool not found");
  // Models send both for an argument that they leave out.
  const filledArguments = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== null && value !== ""),
  );
  try {
    const { issues, input } = validateObject(filledArguments, tool.input);
    if (!input) throw validationError(issues);
    const structuredContent = await tool.answer(input, createApiReader(context, router, filledArguments));
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    return errorResult(toPublicError(error, context.requestId));
  }
}

/** What the API would have answered, for the assistant to read. */
function errorResult(error: AppError): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error.body) }] };
}
