import { check, section } from "../check.ts";
import { type ConformanceResponse, get, header, responses, send } from "../client.ts";
import { expectHeader, expectNames, expectSame, expectStatus } from "../expect.ts";
import { isMetered } from "../quota.ts";

const readable = [
  "etag",
  "link",
  "retry-after",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
];
const foreign = { Origin: "https://elsewhere.example" };

/** Contract §9. */
section("§9 Cross-origin", () => {
  check("GET, HEAD and OPTIONS answer any origin, never with credentials", () => {
    for (const response of responses.filter((one) => isMetered(one) && isPublicRead(one))) {
      expectHeader(response, "access-control-allow-origin", "*");
      expectHeader(response, "access-control-allow-credentials", null);
    }
  });

  check("The rate-limit headers, ETag, Retry-After, X-Request-Id and Link may be read", async () => {
    const response = await get("/api/shows/no-record-has-this-id", foreign);
    expectNames(response, "Access-Control-Expose-Headers", readable);
  });

  check(
    "A preflight is free, allows Authorization, If-None-Match and Content-Type to be sent, and is kept for a day",
    async () => {
      const before = await get("/api/quota");
      const response = await send("/api/shows", {
        method: "OPTIONS",
        headers: {
          ...foreign,
          "Access-Control-Request-Method": "GET",
          "Access-Control-Request-Headers": "authorization",
        },
      });
      expectStatus(response, 204);
      expectNames(response, "Access-Control-Allow-Headers", ["authorization", "content-type", "if-none-match"]);
      expectNames(response, "Access-Control-Allow-Methods", ["get", "head", "options"]);
      expectHeader(response, "access-control-max-age", "86400");
      const remaining = (one: ConformanceResponse) => header(one, "x-ratelimit-remaining");
      expectSame("X-RateLimit-Remaining of the preflight", remaining(response), remaining(before));
    },
  );

  check("Writes and keys allow no other origin", async () => {
    const preflight = { ...foreign, "Access-Control-Request-Method": "POST" };
    for (const response of [
      await send("/api/shows", { method: "POST", headers: foreign }),
      await get("/api/keys", foreign),
      await send("/api/keys", { method: "OPTIONS", headers: preflight }),
    ])
      expectHeader(response, "access-control-allow-origin", null);
    const general = await send("/api/shows", { method: "OPTIONS", headers: preflight });
    expectNames(general, "Access-Control-Allow-Methods", ["get", "head", "options"]);
  });
});

function isPublicRead({ request: { method, path } }: ConformanceResponse): boolean {
  const isPrivate = /^\/api\/(keys|accounts?|activity|problems|changes)(\/|\?|$)/.test(path);
  return !isPrivate && ["GET", "HEAD", "OPTIONS"].includes(method);
}
