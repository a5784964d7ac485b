import { afterEach, describe, expect, test, vi } from "vitest";
import { parseEnv } from "./env.ts";
import { createClientAddressMonitor } from "./client-address-monitor.ts";
import type { Host } from "./host.ts";
import { log } from "../core/log.ts";

afterEach(() => vi.restoreAllMocks());

let now = 0;

function monitor(settings: Record<string, string>, host: Host) {
  return createClientAddressMonitor(parseEnv(settings, host), host, () => now);
}

describe("unknown addresses of clients are reported", () => {
  test("at once where the socket can't be seen and no header is named", () => {
    expect(monitor({}, "next").isUnknown).toBe(true);
  });

  test("with the first request that lacks the header, once in the log, and for a minute", () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const addresses = monitor({ CLIENT_ADDRESS: "header:x-real-ip" }, "own server");

    expect(addresses.isUnknown).toBe(false);
    for (let request = 1; request <= 3; request += 1) addresses.noteUnknown();
    expect(addresses.isUnknown).toBe(true);
    now += 60_000;
    expect(addresses.isUnknown).toBe(false);
    expect(warn.mock.calls).toEqual([[expect.stringContaining("Set CLIENT_ADDRESS")]]);
  });

  test.each<[Record<string, string>, Host]>([
    [{}, "own server"],
    [{ CLIENT_ADDRESS: "forwarded:1" }, "own server"],
    [{ NODE_ENV: "test" }, "next"],
  ])("but not with %o on %s", (settings, host) => {
    const addresses = monitor(settings, host);
    addresses.noteUnknown();

    expect(addresses.isUnknown).toBe(false);
  });
});
