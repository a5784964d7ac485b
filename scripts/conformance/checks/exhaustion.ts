import { check, section } from "../check.ts";
import { get, header, requestName } from "../client.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat, NotCheckable } from "../expect.ts";
import { lists } from "../lists.ts";
import { readQuota } from "../quota.ts";
import { settings } from "../settings.ts";

const filesPerMinute = 60;
const extra = 3;

// They spend all remaining requests of the day.
if (settings.isExhausting) {
  section("§17 Calendars and downloads", () => {
    check(`The request after ${filesPerMinute} in a minute is 429 with Retry-After`, async () => {
      // The minute may end in between.
      for (let sent = 0; sent < 2 * filesPerMinute + 1; sent += 1) {
        const response = await get("/feeds/west-end.ics", { "If-None-Match": "*" });
        if (response.status !== 429) continue;
        const seconds = Number(header(response, "retry-after"));
        expectThat(
          `Retry-After of ${requestName(response)}`,
          seconds >= 1 && seconds <= 60,
          seconds,
          "1 to 60 seconds",
        );
        return;
      }
      throw new NotCheckable("the service took more than a minute for each 60");
    });
  });

  section("§3 Limits", () => {
    check("With a limit of N, exactly N requests of a day are admitted; the next is 429", async () => {
      const { remaining, limit, reset } = await readQuota();
      const requests = Array.from({ length: remaining + extra }, () => get("/api/shows/no-record-has-this-id"));
      const responses = await Promise.all(requests);
      expectSame("requests admitted", responses.filter(({ status }) => status === 404).length, remaining);
      const refused = responses.filter(({ status }) => status !== 404);
      for (const response of refused) {
        const { error, message, ...members } = expectBody(response, 429) as Record<string, unknown>;
        expectSame("429", [error, members], ["Rate limit exceeded", { limit, reset }]);
        if (settings.key === undefined) {
          const says = String(message);
          expectThat(
            "message",
            /public limit/.test(says) && says.includes(String(limit)) && /API key/.test(says),
            says,
            "the public limit, and that a key gives more",
          );
        }
        const wait = reset - Math.floor(Date.parse(header(response, "date") ?? "") / 1000);
        const retryAfter = Number(header(response, "retry-after"));
        expectThat("Retry-After", Math.abs(retryAfter - wait) <= 1 && retryAfter >= 1, retryAfter, `${wait} seconds`);
        expectHeader(response, "x-ratelimit-remaining", "0");
      }
    });

    check(
      "An app that polls with If-None-Match gets responses even when its bucket is empty; GET /quota too",
      async () => {
        const etag = header(lists.response("shows"), "etag") ?? "";
        expectStatus(await get("/api/shows", { "If-None-Match": etag }), 304);
        expectSame("remaining", (await readQuota()).remaining, 0);
      },
    );
  });
}
