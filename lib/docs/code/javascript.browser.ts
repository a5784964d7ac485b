import { keyVariable, requestsLeftText, sessionCookie, sessionVariable, type ExampleCall } from "./schema.browser.ts";
import { camelCase } from "./names.browser.ts";

/** For Node, Deno and Bun, as a module. */
export function javascript({ method, url, credentials, body, result, isList, isText }: ExampleCall): string {
  const name = camelCase(result);
  const headers = [
    ...(body === null ? [] : [`"Content-Type": "application/json"`]),
    ...(credentials === "key" ? [`Authorization: \`Bearer \${process.env.${keyVariable}}\``] : []),
    ...(credentials === "session" ? [`Cookie: \`${sessionCookie}=\${process.env.${sessionVariable}}\``] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(body === null ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2))})`]),
  ];
  const init = options.length === 0 ? "" : `, {\n${options.map((option) => `  ${option},\n`).join("")}}`;
  const told = isList
    ? `${name}.length, "${result};", response.headers.get("X-RateLimit-Remaining"), "${requestsLeftText}"`
    : name;
  return `const response = await fetch("${url}"${init});
if (!response.ok) throw new Error((await response.json()).error);
const ${name} = await response.${isText ? "text" : "json"}();
console.log(${told});`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
