import { check, ownServerCheck, section } from "../check.ts";
import { type ConformanceResponse, header, requestName, send } from "../client.ts";
import { expectError, expectSame, expectStatus } from "../expect.ts";
import { lists } from "../lists.ts";
import { contractResources } from "../records.ts";

const ofList = ["GET", "HEAD", "OPTIONS", "POST"];
const ofRecord = ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"];

/** Contract §4: methods other than GET. */
section("§4 Methods", () => {
  for (const { path } of contractResources)
    check(`HEAD /${path} has the headers of GET and no body`, async () => {
      const get = lists.response(path);
      const head = await send(`/api/${path}`, { method: "HEAD" });
      expectStatus(head, 200);
      expectSame(`length of the body of ${requestName(head)}`, head.bytes.length, 0);
      for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"]) {
        expectSame(`${name} of ${requestName(head)}`, header(head, name), header(get, name));
      }
    });

  for (const { path } of contractResources)
    check(`OPTIONS /${path} lists the allowed methods`, async () => {
      const response = await send(`/api/${path}`, { method: "OPTIONS" });
      expectStatus(response, 204);
      expectSame(`Allow of ${requestName(response)}`, allowed(response), ofList);
    });

  check("HEAD and OPTIONS on a single record", async () => {
    const head = await send("/api/shows/no-record-has-this-id", { method: "HEAD" });
    expectSame(requestName(head), [head.status, head.bytes.length], [404, 0]);
    const options = await send("/api/shows/no-record-has-this-id", { method: "OPTIONS" });
    expectSame(requestName(options), [options.status, allowed(options)], [204, ofRecord]);
  });

  ownServerCheck(
    'Method not offered, TRACE and invented ones included: 405, "Method not allowed", with Allow',
    async () => {
      for (const [method, path, allow] of [
        ["PATCH", "/api/shows", ofList],
        ["TRACE", "/api/shows", ofList],
        ["BREW", "/api/shows", ofList],
        ["POST", "/api/shows/no-record-has-this-id", ofRecord],
        ["DELETE", "/api/quota", ["GET", "HEAD", "OPTIONS"]],
      ] as const) {
        const response = await send(path, { method });
        expectSame(requestName(response), expectError(response, 405, "Method not allowed"), {
          error: "Method not allowed",
        });
        expectSame(`Allow of ${requestName(response)}`, allowed(response), allow);
      }
    },
  );
});

/** In alphabetical order. */
function allowed(response: ConformanceResponse): string[] {
  return (header(response, "allow") ?? "")
    .split(",")
    .map((method) => method.trim())
    .sort();
}
