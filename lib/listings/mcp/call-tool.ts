import "server-only";
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
} from "@modelcontextprotocol/server";
import type { AppError } from "../../core/errors.ts";
import { validateObject, validationError } from "../../http/body.ts";
import { toPublicError } from "../../http/respond.ts";
import type { RequestContext } from "../../http/route.ts";
import type { Router } from "../../http/router.ts";
import { ApiReader } from "./api-reader.ts";
import { tools } from "./tools/tools.ts";

/** Calls a tool. What goes wrong is told in the words of the API. @throws ProtocolError for an unknown tool. */
export async function callTool(
  { name, arguments: sent = {} }: CallToolRequest["params"],
  context: RequestContext,
  router: Router,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Tool not found");
  // Models send both for an argument that they leave out.
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== ""));
  try {
    const { issues, input } = validateObject(given, tool.input);
    if (!input) throw validationError(issues);
    const structuredContent = await tool.answer(input, new ApiReader(context, router, given));
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    return errorResult(toPublicError(error, context.requestId));
  }
}

/** What the API would have answered, for the assistant to read. */
export function errorResult(error: AppError): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error.body) }] };
}
