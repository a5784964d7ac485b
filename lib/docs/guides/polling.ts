import "server-only";
import type { Guide, Setting } from "./schema.ts";

export function polling({ origin }: Setting): Guide {
  const url = `${origin}/api/productions`;
  return {
    slug: "polling",
    title: "Polling for free",
    summary: "Ask as often as you like: an answer that has not changed costs nothing.",
    sections: [
      {
        anchor: "how",
        title: "How it works",
        blocks: [
          {
            kind: "list",
            items: [
              "Every list and every record comes with an `ETag`: the name of exactly this content.",
              "Keep it beside the answer, and send it back in `If-None-Match`.",
              "While nothing has changed you get **304 Not Modified**: no body, and nothing is counted, even when your day is spent.",
              "When something has changed you get **200**, the new content and its new `ETag`. That counts as one request.",
            ],
          },
          {
            kind: "text",
            text: "A write is visible to the next read, everywhere: a 304 never hides a change.",
          },
        ],
      },
      {
        anchor: "try",
        title: "Try it",
        blocks: [
          {
            kind: "example",
            example: {
              name: "Asking twice",
              code: {
                curl: `etag=$(curl -sI ${url} | grep -i '^etag:' | cut -d' ' -f2 | tr -d '\\r')
curl -si ${url} -H "If-None-Match: $etag"`,
                javascript: javascript(url),
                python: python(url),
                php: php(url),
              },
              output: `HTTP/1.1 304 Not Modified
ETag: "WHnhEdTxGdjpQaRkBrQ0CC"`,
              prints: "304",
            },
          },
          {
            kind: "text",
            text: "`curl --etag-save` and `--etag-compare` do the same with a file. Python’s `urllib` reports a 304 as an exception, PHP’s streams as an empty body.",
          },
        ],
      },
      {
        anchor: "details",
        title: "Worth knowing",
        blocks: [
          {
            kind: "list",
            items: [
              "Keep one `ETag` for each address, filters included.",
              "Compressed and plain answers have different tags. Send back the one you got and it matches.",
              "`Cache-Control: no-cache` tells browsers and HTTP caches to ask each time: they send `If-None-Match` by themselves.",
              "Once a minute is plenty for listings. A list and a record are the same age.",
            ],
          },
        ],
      },
    ],
  };
}

function javascript(url: string): string {
  return `const first = await fetch("${url}");
const again = await fetch("${url}", {
  headers: { "If-None-Match": first.headers.get("ETag") },
});
console.log(again.status === 304 ? "304: nothing has changed" : await again.json());`;
}

function python(url: string): string {
  return `import urllib.error, urllib.request

with urllib.request.urlopen("${url}") as first:
    etag = first.headers["ETag"]
request = urllib.request.Request("${url}", headers={"If-None-Match": etag})
try:
    with urllib.request.urlopen(request) as again:
        print(again.read())
except urllib.error.HTTPError as answer:
    print("304: nothing has changed" if answer.code == 304 else answer.reason)`;
}

function php(url: string): string {
  return `<?php
file_get_contents("${url}");
$etag = substr(implode(preg_grep("/^ETag: /i", $http_response_header)), 6);
$context = stream_context_create(["http" => ["header" => "If-None-Match: $etag"]]);
$body = file_get_contents("${url}", false, $context);
echo str_contains($http_response_header[0], "304") ? "304: nothing has changed" : $body;`;
}
