import { keyVariable, requestsLeftText, sessionCookie, sessionVariable, type ExampleCall } from "./schema.browser.ts";
import { snakeCase } from "./names.browser.ts";

/** Uses only PHP's standard library. */
export function php({ method, url, credentials, body, result, isList, isText }: ExampleCall): string {
  const name = `$${snakeCase(result)}`;
  const headers = [
    ...(body === null ? [] : [`"Content-Type: application/json"`]),
    ...(credentials === "key" ? [`"Authorization: Bearer " . getenv("${keyVariable}")`] : []),
    ...(credentials === "session" ? [`"Cookie: ${sessionCookie}=" . getenv("${sessionVariable}")`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`"method" => "${method}"`]),
    ...(headers.length === 0 ? [] : [`"header" => [${headers.join(", ")}]`]),
    ...(body === null ? [] : [`"content" => json_encode(${indented(literal(body))})`]),
  ];
  const context =
    options.length === 0
      ? ""
      : `$context = stream_context_create(["http" => [\n${options.map((option) => `    ${option},\n`).join("")}]]);\n`;
  const told = isList
    ? `echo count(${name}), " ${result}; ", preg_replace("/\\D/", "", implode(preg_grep("/^X-RateLimit-Remaining:/i", $http_response_header))), " ${requestsLeftText}\\n";`
    : `print_r(${name});`;
  const read = `file_get_contents("${url}"${context ? ", false, $context" : ""})`;
  return `<?php
${context}${name} = ${isText ? read : `json_decode(${read}, true)`};
${told}`;
}

/** A JSON value as PHP code. */
function literal(value: unknown, indent = ""): string {
  const deeper = `${indent}    `;
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([key, item]) => `${quoted(key)} => ${literal(item, deeper)}`);
  // PHP has one kind of array, and encodes an empty one as a list.
  if (items.length === 0) return Array.isArray(value) ? "[]" : "(object) []";
  return `[\n${items.map((item) => `${deeper}${item},\n`).join("")}${indent}]`;
}

const escapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quoted(text: string): string {
  return `"${text.replace(/[\\"$\n\r\t]/g, (sign) => escapes[sign] ?? `\\${sign}`)}"`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
