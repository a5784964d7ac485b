import "server-only";
import type { Guide, Setting } from "./schema.ts";

export function browsers({ origin, limits, paths }: Setting): Guide {
  return {
    slug: "browsers",
    title: "Browsers and CORS",
    summary: "Read from any web page, with or without a key.",
    sections: [
      {
        anchor: "read",
        title: "Any page may read",
        blocks: [
          {
            kind: "text",
            text: "`GET`, `HEAD` and `OPTIONS` answer every origin with `Access-Control-Allow-Origin: *`. A plain `fetch` needs no preflight.",
          },
          {
            kind: "example",
            example: {
              name: "From a web page",
              code: {
                javascript: `const response = await fetch("${origin}${paths.show}");
const show = await response.json();
console.log(show.name, response.headers.get("X-RateLimit-Remaining"));`,
              },
              prints: "\\d+\\s*$",
            },
          },
          {
            kind: "text",
            text: `Without a key every visitor’s calls count on the visitor’s own address: ${limits.public.toLocaleString("en-GB")} a day each, which is often enough.`,
          },
        ],
      },
      {
        anchor: "may",
        title: "What a page may send and see",
        blocks: [
          {
            kind: "table",
            head: ["", "Headers"],
            rows: [
              ["May be sent", "`Authorization`, `If-None-Match`, `Content-Type`"],
              [
                "May be read",
                "`X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`, `ETag`, `Retry-After`, `X-Request-Id`",
              ],
            ],
          },
          {
            kind: "text",
            text: "With `Authorization` or `If-None-Match` the browser asks first. That preflight is free, and is kept for a day.",
          },
          {
            kind: "example",
            example: {
              name: "What the browser asks first",
              code: {
                curl: `curl -si -X OPTIONS ${origin}/api/shows -H "Origin: https://example.com" \\
  -H "Access-Control-Request-Method: GET" -H "Access-Control-Request-Headers: authorization"`,
              },
              output: `HTTP/1.1 204 No Content
Access-Control-Allow-Origin: *
Access-Control-Max-Age: 86400`,
              prints: "Access-Control-Allow-Headers: .*Authorization",
            },
          },
        ],
      },
      {
        anchor: "not",
        title: "What it may not",
        blocks: [
          {
            kind: "list",
            items: [
              "Cookies from another site are of no use: the service never answers with `Access-Control-Allow-Credentials`.",
              "Keys, accounts and writes are for these pages only. From another origin they are refused with a **403**.",
              "A key in a public page belongs to everybody who opens it. Call from your own server, or let visitors read without a key.",
            ],
          },
        ],
      },
    ],
  };
}
