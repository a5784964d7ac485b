import { section, type PayerQuota } from "../check.ts";
import { header, requestName, type ConformanceResponse, type Client, type Payer } from "../client.ts";
import { expectStatus, expectBody, expectThat, expectSame, NotCheckable } from "../expect.ts";
import { quotaHeadersOf, isCounted, isMetered, nextMidnight, readQuota } from "../quota.ts";

const tries = 3;

/** Contract §3: counting, and the figures in the responses. */
export const limits = section("§3 Limits", [
  {
    name: "GET /quota returns tier, limit, remaining and reset, as its headers do",
    run: async ({ client }) => {
      const answer = await client.get("/api/quota");
      const { tier, limit, remaining, reset } = expectBody(answer, 200) as PayerQuota;
      expectSame("tier", tier, client.hasKey ? "key" : "public");
      expectSame("headers", quotaHeadersOf(answer), [limit, remaining, reset].map(String));
    },
  },
  {
    name: "GET /quota is free",
    run: ({ client }) =>
      untilAlone(client, async (before) => {
        await readQuota(client);
        expectSame("remaining, read again", (await readQuota(client)).remaining, before.remaining);
      }),
  },
  {
    name: "Every such request counts once",
    cost: { caller: tries },
    run: ({ client }) =>
      untilAlone(client, async (before) => {
        const answer = await client.get("/api/shows/no-record-has-this-id");
        expectSame(
          "X-RateLimit-Remaining after one request",
          header(answer, "x-ratelimit-remaining"),
          String(before.remaining - 1),
        );
        expectSame("remaining after it", (await readQuota(client)).remaining, before.remaining - 1);
      }),
  },
  {
    name: "X-RateLimit-Limit is the same number on all answers to one caller",
    run: ({ client, start }) => {
      for (const answer of meteredOf(client, "caller")) {
        const limit = header(answer, "x-ratelimit-limit") ?? String(start.limit);
        if (!isInvalidKey(answer))
          expectSame(`X-RateLimit-Limit of ${requestName(answer)}`, limit, String(start.limit));
      }
    },
  },
  {
    name: "X-RateLimit-Reset is the Unix time, in whole seconds, of the next midnight UTC",
    run: ({ client }) => {
      for (const answer of client.answers.filter(isMetered)) {
        const date = Date.parse(header(answer, "date") ?? "");
        const midnight = String(nextMidnight(Number.isNaN(date) ? answer.at : date));
        expectSame(`X-RateLimit-Reset of ${requestName(answer)}`, header(answer, "x-ratelimit-reset"), midnight);
      }
    },
  },
  {
    name: "X-RateLimit-Remaining is a whole number, and nothing gives a request back within the day",
    run: ({ client }) => {
      for (const payer of ["caller", "account"] as const) {
        let last = { remaining: Infinity, reset: "" };
        for (const answer of meteredOf(client, payer).filter((one) => !isInvalidKey(one))) {
          const text = header(answer, "x-ratelimit-remaining") ?? "";
          expectThat(`X-RateLimit-Remaining of ${requestName(answer)}`, /^\d+$/.test(text), text, "digits");
          const now = { remaining: Number(text), reset: header(answer, "x-ratelimit-reset") ?? "" };
          const isLess = now.remaining <= last.remaining || now.reset !== last.reset;
          expectThat(
            `X-RateLimit-Remaining of ${requestName(answer)}`,
            isLess,
            now.remaining,
            `at most ${last.remaining}`,
          );
          last = now;
        }
      }
    },
  },
  {
    name: "All that was asked in this run was counted, and what is free was not",
    run: async ({ client, start }) => {
      const { remaining, reset } = await readQuota(client);
      if (reset !== start.reset) throw new NotCheckable("midnight UTC fell into this run");
      const spent = client.answers.filter((answer) => isCounted(answer) && paysForCaller(client, answer)).length;
      expectThat(
        "requests counted",
        start.remaining - remaining === spent,
        start.remaining - remaining,
        `${spent}, unless others spend from the same bucket`,
      );
    },
  },
]);

/** Repeats a check, because other callers may spend from the same bucket meanwhile. */
async function untilAlone(client: Client, attempt: (before: PayerQuota) => Promise<void>): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await attempt(await readQuota(client));
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

function meteredOf(client: Client, payer: Payer): ConformanceResponse[] {
  return client.answers.filter((answer) => isMetered(answer) && answer.asked.by === payer);
}

/** Counts on the address for every caller. */
function isInvalidKey({ status, headers }: ConformanceResponse): boolean {
  return status === 401 && headers["www-authenticate"] !== undefined;
}

/** A caller without a key counts on the address. */
function paysForCaller({ hasKey }: Client, { asked }: ConformanceResponse): boolean {
  return asked.by === "caller" || (!hasKey && asked.by === "address");
}

/** Spends all remaining requests of the day; runs only on request. */
export const exhaustion = section("§3 Limits", [
  {
    name: "With a limit of N, exactly N requests of a day are admitted; the next is 429",
    run: async ({ client }) => {
      const { remaining, limit, reset } = await readQuota(client);
      const asked = Array.from({ length: remaining + extra }, () => client.get("/api/shows/no-record-has-this-id"));
      const answers = await Promise.all(asked);
      expectSame("requests admitted", answers.filter(({ status }) => status === 404).length, remaining);
      const refused = answers.filter(({ status }) => status !== 404);
      for (const answer of refused) {
        const { error, message, ...members } = expectBody(answer, 429) as Record<string, unknown>;
        expectSame("429", [error, members], ["Rate limit exceeded", { limit, reset }]);
        if (!client.hasKey) {
          const says = String(message);
          expectThat(
            "message",
            /public limit/.test(says) && says.includes(String(limit)) && /API key/.test(says),
            says,
            "the public limit, and that a key gives more",
          );
        }
        const wait = reset - Math.floor(Date.parse(header(answer, "date") ?? "") / 1000);
        const retryAfter = Number(header(answer, "retry-after"));
        expectThat("Retry-After", Math.abs(retryAfter - wait) <= 1 && retryAfter >= 1, retryAfter, `${wait} seconds`);
        expectSame("X-RateLimit-Remaining", header(answer, "x-ratelimit-remaining"), "0");
      }
    },
  },
  {
    name: "An app that polls with If-None-Match gets responses even when its bucket is empty; GET /quota too",
    run: async ({ client, lists }) => {
      const etag = header(lists.answer("shows"), "etag") ?? "";
      expectStatus(await client.get("/api/shows", { "If-None-Match": etag }), 304);
      expectSame("remaining", (await readQuota(client)).remaining, 0);
    },
  },
]);

const extra = 3;
