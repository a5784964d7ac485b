import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { TestService } from "./service.ts";

/** The official client, connected. @param mode `legacy` opens with `initialize`, as older clients do. */
export async function connectMcp(
  service: Pick<TestService, "url">,
  headers: Record<string, string> = {},
  mode: "legacy" | "auto" = "auto",
): Promise<Client> {
  const client = new Client({ name: "tests", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** What a tool answers in words; the text of the error when it refuses. */
export async function askTool(client: Client, name: string, sent: Record<string, unknown>): Promise<string> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: sent });
  const [first] = content;
  if (isError === true) return first?.type === "text" ? first.text : "";
  return String((structuredContent as { summary: unknown }).summary);
}
