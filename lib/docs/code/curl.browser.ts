import { keyVariable, sessionCookie, sessionVariable, type ExampleCall } from "./schema.browser.ts";

export function curl({ method, url, credentials, body }: ExampleCall): string {
  const address = /[?&]/.test(url) ? `"${url}"` : url;
  const parts = [
    method === "GET" ? `curl -i ${address}` : `curl -i -X ${method} ${address}`,
    ...(credentials === "key" ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    ...(credentials === "session" ? [`-b "${sessionCookie}=$${sessionVariable}"`] : []),
    ...(body === null ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
