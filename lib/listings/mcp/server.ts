import "server-only";
import { createMcpHandler, McpServer, type CallToolResult } from "@modelcontextprotocol/server";
import packageFile from "../../../package.json" with { type: "json" };
import { AppError } from "../../core/errors.ts";
import type { RequestContext } from "../../http/route.ts";
import type { Router } from "../../http/router.ts";
import { ApiReader } from "./api-reader.ts";
import { tools } from "./tools/tools.ts";

const instructions =
  "Theatre Listings knows London's West End: what is and was on, where, and who was in it. Names may be sent as people say them; where several records match, the error lists their ids. `certain: false` means that the dates leave it open: say so. Give the pages in the answers as sources. Each call of a tool costs one request of the caller's day.";

/**
 * Answers one message of the Model Context Protocol. Nothing is kept between messages.
 *
 * @param message the body, parsed.
 * @throws unknown what a tool did not expect.
 */
export async function answerMessage(
  message: Record<string, unknown>,
  context: RequestContext,
  router: Router,
): Promise<Response> {
  const isCall = message["method"] === "tools/call" && message["id"] !== undefined;
  const refusal = isCall ? await context.charge?.() : null;
  const unexpected: unknown[] = [];
  const handler = createMcpHandler(
    () => createServer(context, router, refusal ?? null, (error) => unexpected.push(error)),
    { keepAliveMs: 0 },
  );
  const response = await handler.fetch(webRequest(message, context), { parsedBody: message });
  if (unexpected.length > 0) throw unexpected[0];
  return response;
}

function createServer(
  context: RequestContext,
  router: Router,
  refusal: AppError | null,
  onUnexpected: (error: unknown) => void,
): McpServer {
  const info = { name: "theatre-listings", title: "Theatre Listings", version: packageFile.version };
  const server = new McpServer(info, { instructions, capabilities: { tools: {} } });
  if (refusal) {
    // Before the arguments are checked, as the API refuses before it parses.
    server.server.setRequestHandler("tools/call", () => errorResult(refusal));
    return server;
  }
  for (const { name, title, description, input, output, answer } of tools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (sent) => {
        try {
          const structuredContent = await answer(sent, new ApiReader(context, router));
          return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
        } catch (error) {
          if (error instanceof AppError) return errorResult(error);
          onUnexpected(error);
          throw error;
        }
      },
    );
  return server;
}

/** What the API would have answered, for the assistant to read. */
function errorResult(error: AppError): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error.body) }] };
}

const passed = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** The request as the library reads it: only the protocol's own headers. */
function webRequest(message: Record<string, unknown>, { request }: RequestContext): Request {
  const headers = new Headers();
  for (const name of passed) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request("http://mcp.invalid/mcp", { method: "POST", headers, body: JSON.stringify(message) });
}
