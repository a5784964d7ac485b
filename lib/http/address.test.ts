import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { clientAddress } from "./request.ts";

describe("the bucket of a peer's address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:3:3:4:5:6", "2001:db8:1:3::/64"],
    ["::1", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
  ])("%s counts as %s", (peer, bucket) => {
    expect(clientAddress(peer, undefined, 0)).toBe(bucket);
  });

  test.each([null, "", "localhost", "192.0.2", "192.0.2.256", "0300.0.2.1", "1", ":::"])(
    "%j counts as unknown",
    (peer) => {
      expect(clientAddress(peer, undefined, 0)).toBe("unknown");
    },
  );

  test("no generated address makes it throw", () => {
    for (let round = 0; round < 2000; round += 1) {
      const groups = [...randomBytes(16)].map((byte) => byte.toString(16));
      const text = groups.slice(0, 8).join(":");
      const cut = `${groups.slice(0, round % 7).join(":")}::${groups.slice(8, 8 + (round % 3)).join(":")}`;
      for (const address of [text, cut, `${cut}1.2.3.4`, `::${groups[0]}:1.2.3.4`, `${text}%1`]) {
        expect(() => clientAddress(address, address, 1)).not.toThrow();
      }
    }
  });
});

describe("behind trusted proxies", () => {
  const proxy = "10.0.0.1";

  test.each([
    [0, "203.0.113.7", proxy],
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "1.1.1.1, 203.0.113.7", "203.0.113.7"],
    [1, "1.1.1.1,203.0.113.7 ", "203.0.113.7"],
    [2, "1.1.1.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    [3, "203.0.113.7, 10.0.0.3, 10.0.0.2", "203.0.113.7"],
    [1, "203.0.113.7:4711", "203.0.113.7"],
    [1, "[2001:db8::7]:4711", "2001:db8::/64"],
    [1, "[2001:db8::7]", "2001:db8::/64"],
    [1, "::ffff:203.0.113.7", "203.0.113.7"],
  ])("with %i of them, X-Forwarded-For: %s gives %s", (hops, forwardedFor, bucket) => {
    expect(clientAddress(proxy, forwardedFor, hops)).toBe(bucket);
  });

  test.each([
    [1, undefined],
    [1, ""],
    [1, ","],
    [1, "203.0.113.7,"],
    [1, "203.0.113.7, unknown"],
    [1, "203.0.113.7, _hidden"],
    [1, "203.0.113.7, 203.0.113.999"],
    [2, "203.0.113.7"],
    [3, "1.1.1.1, 203.0.113.7"],
    [1, "'; DROP TABLE shows --"],
  ])("with %i of them, %j names no client, so the peer counts", (hops, forwardedFor) => {
    expect(clientAddress(proxy, forwardedFor, hops)).toBe(proxy);
  });
});
