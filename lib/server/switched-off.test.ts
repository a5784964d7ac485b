/** @module-tag full */
import { describe, expect, test } from "vitest";
import { useStaff } from "../../test/staff-client.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { exchange } from "../../test/raw-http.ts";
import { useService } from "../../test/service.ts";

describe("with FAST_PATH=off and COUNT_JOURNAL=off", () => {
  const plain = useService("embedded", { settings: { ...behindProxy, FAST_PATH: "off", COUNT_JOURNAL: "off" } });
  const usual = useService("embedded", { settings: behindProxy });
  const staff = useStaff(plain);

  test("the embedded database has no journal", () => {
    expect([plain.infrastructure.database.journal, usual.infrastructure.database.journal === undefined]).toEqual([
      undefined,
      false,
    ]);
  });

  test.each([
    ["/api/shows", 200],
    ["/api/shows/hamilton", 200],
    ["/api/shows/no-such-show", 404],
    ["/api/search?q=hamilton", 200],
    ["/api/shows/%E0%A4%A", 400],
  ])("GET %s is %i with the same body and headers", async (path, status) => {
    const address = freshAddress();
    const answers = await Promise.all(
      [plain, usual].map(async ({ port }) => {
        const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nX-Request-Id: 12345678\r\n\r\n`;
        const {
          answers: [answer],
        } = await exchange({ port, packets: [head], methods: ["GET"], expected: 1 });
        const { date: _date, ...headers } = Object.fromEntries(answer?.headers ?? []);
        return { status: answer?.status, headers, body: answer?.body.toString("latin1") };
      }),
    );

    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(status);
  });

  test("of 300 concurrent requests exactly 100 pass, each with its own Remaining", async () => {
    const address = freshAddress();

    const { statuses, remaining } = await burst(300, () => plain.get("/api/shows", fromAddress(address)));

    expect(statuses).toEqual({ 200: 100, 429: 200 });
    expect(remaining).toEqual(countdown(99, 100));
    expect(quotaOf(await plain.get("/api/quota", fromAddress(address))).remaining).toBe(0);
  });

  test("a read after a write has what was written", async () => {
    const description = "Written while nothing was kept in a file.";
    expect((await staff.send("PUT", "shows/hamilton", { description })).status).toBe(200);

    expect(await (await plain.get("/api/shows/hamilton")).json()).toMatchObject({ description });
  });
});
