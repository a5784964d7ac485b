import { keyVariable, requestsLeftText, sessionCookie, sessionVariable, type ExampleCall } from "./schema.browser.ts";
import { snakeCase } from "./names.browser.ts";

/** Uses only Python's standard library. */
export function python({ method, url, credentials, body, result, isList, isText }: ExampleCall): string {
  const name = snakeCase(result);
  const headers = [
    ...(body === null ? [] : [`"Content-Type": "application/json"`]),
    ...(credentials === "key" ? [`"Authorization": "Bearer " + os.environ["${keyVariable}"]`] : []),
    ...(credentials === "session" ? [`"Cookie": "${sessionCookie}=" + os.environ["${sessionVariable}"]`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(body === null ? [] : [`data=json.dumps(${indented(literal(body))}).encode()`]),
  ];
  const request =
    options.length === 0
      ? `request = "${url}"`
      : `request = urllib.request.Request(\n    "${url}",\n${options.map((option) => `    ${option},\n`).join("")})`;
  const told = isList
    ? `len(${name}), "${result};", response.headers["X-RateLimit-Remaining"], "${requestsLeftText}"`
    : name;
  return `import json${credentials === "none" ? "" : ", os"}, urllib.request

${request}
with urllib.request.urlopen(request) as response:
    ${name} = ${isText ? "response.read().decode()" : "json.load(response)"}
    print(${told})`;
}

/** A JSON value as Python code. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
    (text, word: string | undefined) => (word ? (words[word] ?? text) : text),
  );
}

const words: Record<string, string> = { true: "True", false: "False", null: "None" };

function indented(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
