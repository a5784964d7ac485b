import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { parseAddressSource, type AddressSource } from "./client-address.ts";
import { addressOf, isByHttps } from "../http/request.ts";

/** The address by a setting, from a peer and request headers. */
function addressBy(setting: string, peer: string | null, headers: Record<string, string> = {}): string {
  return addressOf({ peer, header: (name) => headers[name] }, { CLIENT_ADDRESS: sourceOf(setting) });
}

function sourceOf(setting: string): AddressSource {
  return parseAddressSource(setting) ?? { from: "peer" };
}

const peer = "10.0.0.1";

test.each([
  ["192.0.2.1", ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:192.0.2.1"]],
  ["2001:db8:1:2::/64", ["2001:db8:1:2:3:4:5:6", "2001:DB8:1:2::"]],
  ["2001:db8:1:3::/64", ["2001:db8:1:3:3:4:5:6"]],
  ["::/64", ["::1"]],
  ["fe80::/64", ["fe80::1%eth0"]],
  ["unknown", [null, "", "localhost", "192.0.2", "192.0.2.256", "0300.0.2.1", "1", ":::"]],
])("%s is the bucket of the peers %j", (bucket, peers) => {
  for (const one of peers) expect([one, addressBy("peer", one)]).toEqual([one, bucket]);
});

test("no generated address makes it throw", () => {
  for (let round = 0; round < 2000; round += 1) {
    const groups = [...randomBytes(16)].map((byte) => byte.toString(16));
    const text = groups.slice(0, 8).join(":");
    const cut = `${groups.slice(0, round % 7).join(":")}::${groups.slice(8, 8 + (round % 3)).join(":")}`;
    for (const address of [text, cut, `${cut}1.2.3.4`, `::${groups[0]}:1.2.3.4`, `${text}%1`]) {
      expect(() => addressBy("forwarded:1", address, { "x-forwarded-for": address })).not.toThrow();
    }
  }
});

test.each<[bucket: string, hops: number, forwardedFor: (string | undefined)[]]>([
  ["203.0.113.7", 1, ["203.0.113.7", "1.1.1.1, 203.0.113.7", "1.1.1.1,203.0.113.7 ", "203.0.113.7:4711"]],
  ["203.0.113.7", 1, ["::ffff:203.0.113.7"]],
  ["203.0.113.7", 2, ["1.1.1.1, 203.0.113.7, 10.0.0.2"]],
  ["203.0.113.7", 3, ["203.0.113.7, 10.0.0.3, 10.0.0.2"]],
  ["2001:db8::/64", 1, ["[2001:db8::7]:4711", "[2001:db8::7]"]],
  // These name no client.
  [peer, 1, [undefined, "", ",", "203.0.113.7,", "203.0.113.7, unknown", "203.0.113.7, _hidden"]],
  [peer, 1, ["203.0.113.7, 203.0.113.999", "'; DROP TABLE shows --"]],
  [peer, 2, ["203.0.113.7"]],
  [peer, 3, ["1.1.1.1, 203.0.113.7"]],
])("%s is the address behind %i trusted proxies by X-Forwarded-For: %j", (bucket, hops, all) => {
  for (const sent of all) {
    const headers: Record<string, string> = sent === undefined ? {} : { "x-forwarded-for": sent };
    expect([sent, addressBy(`forwarded:${hops}`, peer, headers)]).toEqual([sent, bucket]);
  }
});

const oneAddress = ["203.0.113.7", " 203.0.113.7:4711 ", "::ffff:203.0.113.7"];
const noAddress = [undefined, "", "unknown", "1.1.1.1, 203.0.113.7", "203.0.113.7 1.1.1.1", "x".repeat(10_000)];

test.each([
  ["203.0.113.7", oneAddress],
  ["2001:db8::/64", ["2001:db8::7"]],
  // Even where the peer is known.
  ["unknown", noAddress],
])("%s is the address by a header that the host sets, which must be exactly one (%#)", (bucket, all) => {
  for (const sent of all) {
    const headers: Record<string, string> = sent === undefined ? {} : { "x-real-ip": sent };
    expect([sent, addressBy("header:X-Real-IP", peer, headers)]).toEqual([sent, bucket]);
  }
});

test.each<[setting: string, expected: string]>([
  ["peer", peer],
  ["forwarded:1", "203.0.113.7"],
  ["forwarded:2", peer],
  ["header:x-real-ip", "203.0.113.8"],
])(
  "with %s, no other header changes the address; where the socket can't be seen, peer means unknown",
  (setting, expected) => {
    const forged = ["forwarded", "true-client-ip", "cf-connecting-ip", "x-client-ip", "x-theatre-client-address"];
    const headers = { "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.8" };
    const all = { ...Object.fromEntries(forged.map((name) => [name, "192.0.2.66"])), ...headers };

    expect(addressBy(setting, peer, all)).toBe(expected);
    if (setting === "peer") expect(addressBy(setting, null, all)).toBe("unknown");
  },
);

test.each<[forwarded: string | undefined, setting: string, isSecure: boolean, why: string]>([
  ["https", "peer", false, "without a trusted proxy the client wrote it"],
  [undefined, "forwarded:1", false, "the proxy sent nothing"],
  ["https", "forwarded:1", true, "the proxy wrote it"],
  ["HTTPS", "forwarded:1", true, "case does not matter"],
  ["http", "forwarded:1", false, "the proxy wrote it"],
  ["https, http", "forwarded:1", false, "the client wrote the value further left"],
  ["http,https", "forwarded:1", true, "the client wrote the value further left"],
  ["http, https, http", "forwarded:2", true, "the first of two proxies wrote the middle value"],
  ["https", "header:x-real-ip", true, "the host wrote it"],
  ["https, http", "header:x-real-ip", false, "the client wrote the value further left"],
  ["https", "forwarded:2", true, "the second proxy overwrote the value of the first"],
])("X-Forwarded-Proto %j with %s means HTTPS: %j, because %s", (forwarded, setting, isSecure) => {
  expect(isByHttps(forwarded, sourceOf(setting))).toBe(isSecure);
});
