import { expect, test } from "vitest";
import { isByHttps } from "./page-headers.ts";

test.each<[forwarded: string | undefined, hops: number, isSecure: boolean, why: string]>([
  ["https", 0, false, "without a trusted proxy the client wrote it"],
  [undefined, 1, false, "the proxy sent nothing"],
  ["https", 1, true, "the proxy wrote it"],
  ["HTTPS", 1, true, "case does not matter"],
  ["http", 1, false, "the proxy wrote it"],
  ["https, http", 1, false, "the client wrote the value further left"],
  ["http,https", 1, true, "the client wrote the value further left"],
  ["http, https, http", 2, true, "the first of two proxies wrote the middle value"],
  ["https", 2, true, "the second proxy overwrote the value of the first"],
])("X-Forwarded-Proto %j behind %i proxies means HTTPS: %j, because %s", (forwarded, hops, isSecure) => {
  expect(isByHttps(forwarded, hops)).toBe(isSecure);
});
