import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingFor, runExample } from "../../../test/run-example.ts";
import type { ExampleCall } from "./example-code.browser.ts";
import { exampleCode, fillKey, keyVariable, languages, sessionVariable } from "./example-code.browser.ts";

let heard: unknown[];
const listener = createServer((request, response) => {
  void text(request).then((sent) => {
    const { authorization = null, cookie = null, "content-type": contentType = null } = request.headers;
    const body: unknown = sent === "" ? null : JSON.parse(sent);
    heard.push({ method: request.method, target: request.url, authorization, cookie, contentType, body });
    response.setHeader("Content-Type", "application/json").setHeader("X-RateLimit-Remaining", "7").end("[]");
  });
});
let origin: string;

beforeAll(async () => {
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

const read = { method: "GET", credentials: "none", body: null, result: "cast members", isList: true } as const;
const write = { method: "POST", credentials: "session", result: "show", isList: false } as const;
const calls: Record<string, Omit<ExampleCall, "url"> & { target: string }> = {
  "a read": { ...read, target: "/api/cast-members" },
  "a read with a key and filters": {
    ...read,
    credentials: "key",
    target: "/api/productions?theatre_id=palace&show_id=les-mis%C3%A9rables%20%26%20more",
  },
  "a deletion, which sends no body": { ...write, method: "DELETE", body: null, target: "/api/people/a?cascade=true" },
  "a change with every kind of value": {
    ...write,
    method: "PUT",
    target: "/api/theatres/palace",
    body: {
      none: null,
      yes: true,
      no: false,
      whole: 7,
      part: -0.12,
      list: [1, [], {}],
      deep: { deeper: { empty: {} } },
    },
  },
  "text that means something to a language": {
    ...write,
    target: "/api/shows",
    body: {
      shell: `it's $HOME, \`date\` and "quoted" \\ end`,
      python: "null, true and false: {0} %s \\x41",
      javascript: "${process.exit(1)} </script> //",
      letters: "ő ẹ 𝄞 \u2028 é",
      lines: "one\ntwo\ttab\r\n",
    },
  },
};

describe.each(languages)("the code in $title", ({ value: language }) => {
  const missing = missingFor(language);

  test.skipIf(missing !== null).each(Object.entries(calls))(
    `sends the described call${missing === null ? "" : ` (${missing} is not installed here)`}: %s`,
    async (_, { target, ...call }) => {
      const code = exampleCode({ ...call, url: origin + target })[language];
      heard = [];

      const ran = await runExample(language, code, { [keyVariable]: "tl_live_a", [sessionVariable]: "sealed" });

      expect({ code, ran }).toMatchObject({ ran: { status: 0 } });
      expect(heard).toEqual([
        {
          method: call.method,
          target,
          authorization: call.credentials === "key" ? "Bearer tl_live_a" : null,
          cookie: call.credentials === "session" ? "next-auth.session-token=sealed" : null,
          contentType: call.body === null ? null : "application/json",
          body: call.body,
        },
      ]);
    },
  );

  test.skipIf(missing !== null)("sends a key that was filled in, without the environment", async () => {
    const code = exampleCode({ ...read, credentials: "key", url: `${origin}/api/cast-members` })[language];
    heard = [];

    const ran = await runExample(language, fillKey(language, code, "tl_live_b"), {});

    expect(ran).toMatchObject({ status: 0 });
    expect(heard).toMatchObject([{ target: "/api/cast-members", authorization: "Bearer tl_live_b" }]);
  });
});
