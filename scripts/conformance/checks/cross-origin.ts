import { section } from "../check.ts";
import { header, requestName, type ConformanceResponse } from "../client.ts";
import { expectStatus, expectSame } from "../expect.ts";
import { isMetered } from "../quota.ts";

const readable = [
  "etag",
  "retry-after",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
];
const foreign = { Origin: "https://elsewhere.example" };

/** Contract §9. */
export const crossOrigin = section("§9 Cross-origin", [
  {
    name: "GET, HEAD and OPTIONS answer any origin, never with credentials",
    run: ({ client }) => {
      for (const answer of client.answers.filter((one) => isMetered(one) && isPublicRead(one))) {
        expectSame(
          `Access-Control-Allow-Origin of ${requestName(answer)}`,
          header(answer, "access-control-allow-origin"),
          "*",
        );
        expectSame(
          `Access-Control-Allow-Credentials of ${requestName(answer)}`,
          header(answer, "access-control-allow-credentials"),
          null,
        );
      }
    },
  },
  {
    name: "The rate-limit headers, ETag, Retry-After and X-Request-Id may be read",
    cost: { caller: 1 },
    run: async ({ client }) => {
      const answer = await client.get("/api/shows/no-record-has-this-id", foreign);
      expectSame("Access-Control-Expose-Headers", namesIn(answer, "access-control-expose-headers"), readable);
    },
  },
  {
    name: "A preflight is free, allows Authorization, If-None-Match and Content-Type to be sent, and is kept for a day",
    run: async ({ client }) => {
      const before = await client.get("/api/quota");
      const answer = await client.send("/api/shows", {
        method: "OPTIONS",
        headers: {
          ...foreign,
          "Access-Control-Request-Method": "GET",
          "Access-Control-Request-Headers": "authorization",
        },
      });
      expectStatus(answer, 204);
      const allowed = namesIn(answer, "access-control-allow-headers");
      expectSame("Access-Control-Allow-Headers", allowed, ["authorization", "content-type", "if-none-match"]);
      expectSame("Access-Control-Allow-Methods", namesIn(answer, "access-control-allow-methods"), [
        "get",
        "head",
        "options",
      ]);
      expectSame("Access-Control-Max-Age", header(answer, "access-control-max-age"), "86400");
      const remaining = (one: ConformanceResponse) => header(one, "x-ratelimit-remaining");
      expectSame("X-RateLimit-Remaining of the preflight", remaining(answer), remaining(before));
    },
  },
  {
    name: "Writes and keys allow no other origin",
    cost: { caller: 2 },
    run: async ({ client }) => {
      const preflight = { ...foreign, "Access-Control-Request-Method": "POST" };
      const answers = [
        await client.send("/api/shows", { method: "POST", headers: foreign }),
        await client.get("/api/keys", foreign),
        await client.send("/api/keys", { method: "OPTIONS", headers: preflight }),
      ];
      for (const answer of answers) {
        expectSame(
          `Access-Control-Allow-Origin of ${requestName(answer)}`,
          header(answer, "access-control-allow-origin"),
          null,
        );
      }
      const general = await client.send("/api/shows", { method: "OPTIONS", headers: preflight });
      const allowed = namesIn(general, "access-control-allow-methods");
      expectSame("methods that a preflight allows", allowed, ["get", "head", "options"]);
    },
  },
]);

function isPublicRead({ asked: { method, path } }: ConformanceResponse): boolean {
  const isPrivate = /^\/api\/(keys|accounts?|activity|problems|changes)(\/|\?|$)/.test(path);
  return !isPrivate && ["GET", "HEAD", "OPTIONS"].includes(method);
}

/** In lower case and alphabetical order. */
function namesIn(answer: ConformanceResponse, name: string): string[] {
  return (header(answer, name) ?? "")
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .sort();
}
