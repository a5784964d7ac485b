import { expect, test } from "vitest";
import { isByHttps } from "./page-headers.ts";

test.each<[forwarded: string | undefined, hops: number, isSecure: boolean, why: string]>([
  ["https", 0, false, "without a proxy of ours it is the client's own word"],
  [undefined, 1, false, "the proxy said nothing"],
  ["https", 1, true, "our proxy wrote it"],
  ["HTTPS", 1, true, "in any case"],
  ["http", 1, false, "our proxy wrote it"],
  ["https, http", 1, false, "the client's word stands further left"],
  ["http,https", 1, true, "the client's word stands further left"],
  ["http, https, http", 2, true, "the first of our two proxies had the client"],
  ["https", 2, true, "the second proxy wrote over the first one's word"],
])("X-Forwarded-Proto %j behind %i proxies: by https is %j, as %s", (forwarded, hops, isSecure) => {
  expect(isByHttps(forwarded, hops)).toBe(isSecure);
});
