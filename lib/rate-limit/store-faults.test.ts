import { describe, test } from "vitest";
import type { Fault } from "../../test/fault-proxy.ts";
import { networkFaults, startBehindProxy, expectSurvives } from "../../test/outage.ts";
import { stores } from "../../test/stores.ts";
import { recordFault } from "../../test/fault-recorder.ts";

const answer = (status: string, type: string, body: string, length = body.length) => ({
  answer: `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
});
const httpFaults: Record<string, Fault> = {
  "answers 500": answer("500 Internal Server Error", "application/json", '{"error":"oops"}'),
  "answers 401": answer("401 Unauthorized", "application/json", '{"error":"Unauthorized"}'),
  "answers with a page": answer("200 OK", "text/html", "<!doctype html><title>Hello</title>"),
  "answers with an error page": answer("502 Bad Gateway", "text/html", "<!doctype html><title>Bad gateway</title>"),
  "cuts its JSON short": answer("200 OK", "application/json", '[{"result":[1,'),
  "cuts its answer short": answer("200 OK", "application/json", '[{"result":[1,', 100),
  "answers with nothing": answer("200 OK", "application/json", "[]"),
  "answers with nulls": answer("200 OK", "application/json", '[{"result":[null,null]}]'),
};

/** All faults except one, which `outage.test.ts` tests. */
function without(fault: string): Record<string, Fault> {
  return Object.fromEntries(Object.entries(networkFaults).filter(([name]) => name !== fault));
}

describe.skipIf(!stores.includes("upstash"))("while Upstash", () => {
  test.each(Object.entries({ ...without("refuses connections"), ...httpFaults }))(
    "%s, the service continues and recovers",
    async (name, fault) => {
      await expectSurvives(await startBehindProxy("upstash"), fault, recordFault(`Redis (Upstash) ${name}`));
    },
  );
});

describe.skipIf(!stores.includes("server"))("while PostgreSQL", () => {
  test.each(Object.entries(without("hangs")))("%s, the service continues and recovers", async (name, fault) => {
    await expectSurvives(await startBehindProxy("server"), fault, recordFault(`PostgreSQL ${name}`));
  });
});
