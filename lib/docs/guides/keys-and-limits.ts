import "server-only";
import { codeFor } from "../code/code-for.ts";
import { keyVariable } from "../code/schema.ts";
import { keyExample, type Guide, type Setting } from "./schema.ts";

export function keysAndLimits({ origin, limits, paths }: Setting): Guide {
  return {
    slug: "keys-and-limits",
    title: "Keys and limits",
    summary: "How many requests you have, what counts as one, and how a key gives you more.",
    sections: [
      {
        anchor: "limits",
        title: "How much a day",
        blocks: [
          {
            kind: "table",
            head: ["Who asks", "Requests a day", "Counted on"],
            rows: [
              ["Without credentials", words(limits.public), "the IP address (of IPv6, its /64)"],
              ["With a key", `${words(limits.key)}, unless the key has a limit of its own`, "the key"],
              ["Signed in on these pages, without a key", words(limits.account), "the account"],
            ],
          },
          {
            kind: "text",
            text: "A day ends at midnight UTC, for everybody at once. With a limit of N, exactly N requests are answered, also when they arrive together. The next one gets a 429.",
          },
        ],
      },
      {
        anchor: "counts",
        title: "What counts",
        blocks: [
          {
            kind: "text",
            text: "Every request counts once, errors too. These are free, and are answered even when nothing is left:",
          },
          {
            kind: "list",
            items: [
              "an answer that has not changed since you last asked: [304](/docs/guides/polling);",
              "`GET /api/quota`, which says where you stand;",
              "a browser’s preflight (`OPTIONS` with `Access-Control-Request-Method`).",
            ],
          },
          {
            kind: "text",
            text: "`/api/health` and `/api/health/ready` are not counted at all. Your keys and your account answer you, signed in, also when the account’s day is used up, up to 60 times a minute: you can always revoke a key.",
          },
        ],
      },
      {
        anchor: "headers",
        title: "Where you stand",
        blocks: [
          {
            kind: "text",
            text: "Every answer that is counted says it in three headers, and so do the free ones. `X-RateLimit-Reset` is the next midnight UTC as Unix time, in seconds.",
          },
          {
            kind: "example",
            example: {
              name: "The headers of an answer",
              code: { curl: `curl -sI ${origin}/api/shows` },
              output: `HTTP/1.1 200 OK
X-RateLimit-Limit: ${limits.public}
X-RateLimit-Remaining: ${limits.public - 1}
X-RateLimit-Reset: 1795305600`,
              prints: "X-RateLimit-Remaining: \\d+",
            },
          },
          {
            kind: "example",
            example: {
              name: "The same for nothing",
              code: codeFor({
                method: "GET",
                url: `${origin}/api/quota`,
                credentials: "none",
                body: null,
                result: "quota",
                isList: false,
              }),
              prints: "remaining",
            },
          },
        ],
      },
      {
        anchor: "key",
        title: "Get a key, and send it",
        blocks: [
          {
            kind: "text",
            text: `[Sign in](/sign-in?callbackUrl=%2Fdevelopers), choose “New key”, and copy it: it is shown once, and only its hash is kept. A key looks like \`${keyExample}\`. Put it into the environment, never into the source or a page.`,
          },
          {
            kind: "example",
            example: {
              name: "A call with a key",
              code: codeFor({
                method: "GET",
                url: origin + paths.productions,
                credentials: "key",
                body: null,
                result: "productions",
                isList: true,
              }),
              prints: "productions; |show_id",
            },
          },
          {
            kind: "text",
            text: `The key is read from \`${keyVariable}\`. One that is mistyped, expired or revoked gets a **401**, and that request counts on the address it came from.`,
          },
        ],
      },
      {
        anchor: "care",
        title: "Look after it",
        blocks: [
          {
            kind: "list",
            items: [
              "An account has up to ten working keys: use one for each application, and you see who spends what. It makes up to 20 keys a day, rotations included.",
              "Rotate a key to replace it: the old one can go on working for up to 168 hours beside the new one. Until midnight UTC both share one count.",
              "Revoke a key, and it is refused from its next request on.",
              "A key only reads. Whoever finds one can spend your day, but change nothing. If you find somebody’s, [say so](/developers/found-a-key).",
            ],
          },
        ],
      },
    ],
  };
}

function words(limit: number): string {
  return limit.toLocaleString("en-GB");
}
