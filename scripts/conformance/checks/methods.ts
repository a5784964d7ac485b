import { section, type CheckContext } from "../check.ts";
import { header, requestName, type ConformanceResponse } from "../client.ts";
import { expectStatus, expectError, expectSame } from "../expect.ts";
import { forEachNoun } from "../lists.ts";

const ofList = ["GET", "HEAD", "OPTIONS", "POST"];
const ofRecord = ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"];

/** Contract §4: methods other than GET. */
export const methods = section("§4 Methods", [
  ...forEachNoun(({ path }) => ({
    name: `HEAD /${path} has the headers of GET and no body`,
    cost: { caller: 1 },
    run: async ({ client, lists }: CheckContext) => {
      const get = lists.answer(path);
      const head = await client.send(`/api/${path}`, { method: "HEAD" });
      expectStatus(head, 200);
      expectSame(`length of the body of ${requestName(head)}`, head.bytes.length, 0);
      for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"]) {
        expectSame(`${name} of ${requestName(head)}`, header(head, name), header(get, name));
      }
    },
  })),
  ...forEachNoun(({ path }) => ({
    name: `OPTIONS /${path} lists the allowed methods`,
    cost: { caller: 1 },
    run: async ({ client }: CheckContext) => {
      const answer = await client.send(`/api/${path}`, { method: "OPTIONS" });
      expectStatus(answer, 204);
      expectSame(`Allow of ${requestName(answer)}`, allowed(answer), ofList);
    },
  })),
  {
    name: "HEAD and OPTIONS on a single record",
    cost: { caller: 2 },
    run: async ({ client }) => {
      const head = await client.send("/api/shows/no-record-has-this-id", { method: "HEAD" });
      expectSame(requestName(head), [head.status, head.bytes.length], [404, 0]);
      const options = await client.send("/api/shows/no-record-has-this-id", { method: "OPTIONS" });
      expectSame(requestName(options), [options.status, allowed(options)], [204, ofRecord]);
    },
  },
  {
    name: 'Method not offered, TRACE and invented ones included: 405, "Method not allowed", with Allow',
    needs: "own server",
    cost: { caller: 5 },
    run: async ({ client }) => {
      for (const [method, path, allow] of [
        ["PATCH", "/api/shows", ofList],
        ["TRACE", "/api/shows", ofList],
        ["BREW", "/api/shows", ofList],
        ["POST", "/api/shows/no-record-has-this-id", ofRecord],
        ["DELETE", "/api/quota", ["GET", "HEAD", "OPTIONS"]],
      ] as const) {
        const answer = await client.send(path, { method });
        expectSame(requestName(answer), expectError(answer, 405, "Method not allowed"), {
          error: "Method not allowed",
        });
        expectSame(`Allow of ${requestName(answer)}`, allowed(answer), allow);
      }
    },
  },
]);

/** In alphabetical order. */
function allowed(answer: ConformanceResponse): string[] {
  return (header(answer, "allow") ?? "")
    .split(",")
    .map((method) => method.trim())
    .sort();
}
