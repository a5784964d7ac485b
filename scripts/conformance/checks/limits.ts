import { check, section } from "../check.ts";
import { type ConformanceResponse, get, header, type Payer, requestName, responses } from "../client.ts";
import { start } from "../deployment.ts";
import { expectBody, expectHeader, expectSame, expectThat, NotCheckable } from "../expect.ts";
import { isCounted, isMetered, nextMidnight, type PayerQuota, quotaHeadersOf, readQuota } from "../quota.ts";
import { settings } from "../settings.ts";

const tries = 3;

/** Contract §3: counting, and the figures in the responses. */
section("§3 Limits", () => {
  check("GET /quota returns tier, limit, remaining and reset, as its headers do", async () => {
    const response = await get("/api/quota");
    const { tier, limit, remaining, reset } = expectBody(response, 200) as PayerQuota;
    expectSame("tier", tier, settings.key !== undefined ? "key" : "public");
    expectSame("headers", quotaHeadersOf(response), [limit, remaining, reset].map(String));
  });

  check("GET /quota is free", () =>
    untilAlone(async (before) => {
      await readQuota();
      expectSame("remaining, read again", (await readQuota()).remaining, before.remaining);
    }),
  );

  check("Every such request counts once", () =>
    untilAlone(async (before) => {
      const response = await get("/api/shows/no-record-has-this-id");
      expectHeader(response, "X-RateLimit-Remaining", String(before.remaining - 1));
      expectSame("remaining after it", (await readQuota()).remaining, before.remaining - 1);
    }),
  );

  check("X-RateLimit-Limit is the same number on all answers to one caller", () => {
    for (const response of meteredOf("caller")) {
      const limit = header(response, "x-ratelimit-limit") ?? String(start.limit);
      if (!isInvalidKey(response))
        expectSame(`X-RateLimit-Limit of ${requestName(response)}`, limit, String(start.limit));
    }
  });

  check("X-RateLimit-Reset is the Unix time, in whole seconds, of the next midnight UTC", () => {
    for (const response of responses.filter(isMetered)) {
      const date = Date.parse(header(response, "date") ?? "");
      const midnight = String(nextMidnight(Number.isNaN(date) ? response.at : date));
      expectHeader(response, "x-ratelimit-reset", midnight);
    }
  });

  check("X-RateLimit-Remaining is a whole number, and nothing gives a request back within the day", () => {
    for (const payer of ["caller", "account"] as const) {
      let last = { remaining: Infinity, reset: "" };
      for (const response of meteredOf(payer).filter((one) => !isInvalidKey(one))) {
        expectHeader(response, "X-RateLimit-Remaining", /^\d+$/);
        const remaining = Number(header(response, "x-ratelimit-remaining"));
        const reset = header(response, "x-ratelimit-reset") ?? "";
        const isLess = remaining <= last.remaining || reset !== last.reset;
        expectThat(requestName(response), isLess, `${remaining} remaining`, `at most ${last.remaining}`);
        last = { remaining, reset };
      }
    }
  });

  check("All that was asked in this run was counted, and what is free was not", async () => {
    const { remaining, reset } = await readQuota();
    if (reset !== start.reset) throw new NotCheckable("midnight UTC fell into this run");
    const spent = responses.filter((response) => isCounted(response) && paysForCaller(response)).length;
    expectThat(
      "requests counted",
      start.remaining - remaining === spent,
      start.remaining - remaining,
      `${spent}, unless others spend from the same bucket`,
    );
  });
});

/** Repeats a check, because other callers may spend from the same bucket meanwhile. */
async function untilAlone(attempt: (before: PayerQuota) => Promise<void>): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await attempt(await readQuota());
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

function meteredOf(payer: Payer): ConformanceResponse[] {
  return responses.filter((response) => isMetered(response) && response.request.by === payer);
}

/** Counts on the address for every caller. */
function isInvalidKey({ status, headers }: ConformanceResponse): boolean {
  return status === 401 && headers["www-authenticate"] !== undefined;
}

/** A caller without a key counts on the address. */
function paysForCaller({ request }: ConformanceResponse): boolean {
  return request.by === "caller" || (settings.key === undefined && request.by === "address");
}
