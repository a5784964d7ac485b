import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseEnv } from "../settings/env.ts";
import { log } from "../core/log.ts";
import { originFor, pageHosts, warnOfMissingUrl } from "./service-origin.ts";

const settingsOf = (given: Record<string, string> = {}) => parseEnv({ NODE_ENV: "test", ...given });

beforeEach(() => {
  vi.spyOn(log, "warn").mockReset();
});
afterEach(() => vi.restoreAllMocks());

test("without NEXTAUTH_URL, links lead to the Host of the request if it names a machine nearby", () => {
  const machines = ["localhost", "localhost:4000", "listings.localhost:4000", "my-laptop.local:4000", "my-laptop"];
  for (const host of [...machines, "192.0.2.7:4000", "[2001:db8::1]:4000"])
    expect(originFor(settingsOf(), { isSecure: false, host })).toBe(`http://${host}`);
  expect(log.warn).not.toHaveBeenCalled();

  const evil = ["evil.example", "evil.example:80", "localhost.evil.example", "localhost@evil.example", "evil.example."];
  for (const host of [...evil, "evillocal.example", "192.0.2.7.evil.example", "a b", "", undefined])
    expect([host, originFor(settingsOf({ PORT: "4321" }), { isSecure: true, host })]).toEqual([
      host,
      "http://localhost:4321",
    ]);
});

test("with NEXTAUTH_URL, links lead to it for any Host", () => {
  const settings = settingsOf({ NEXTAUTH_URL: "https://listings.example/" });

  for (const host of ["evil.example", "localhost:3000"])
    expect(originFor(settings, { isSecure: false, host })).toBe("https://listings.example");
  expect(log.warn).not.toHaveBeenCalled();
});

test("a Host that is not used is logged once, with what to set", () => {
  const settings = settingsOf();
  for (const host of ["a.example", "b.example"]) originFor(settings, { isSecure: false, host });

  expect(vi.mocked(log.warn).mock.calls).toEqual([[expect.stringContaining("Set NEXTAUTH_URL")]]);
});

test.each([
  [{ CLIENT_ADDRESS: "forwarded:1" }, 1],
  [{ CLIENT_ADDRESS: "header:x-real-ip" }, 1],
  [{ CLIENT_ADDRESS: "peer" }, 0],
  [{ CLIENT_ADDRESS: "forwarded:1", NEXTAUTH_URL: "https://listings.example" }, 0],
])("in production, %o logs %i warnings at the start", (given, warnings) => {
  warnOfMissingUrl(parseEnv({ NODE_ENV: "production", ...given }));

  expect(log.warn).toHaveBeenCalledTimes(warnings);
});

test("beyond the names of this machine and four others, a Host has no pages of its own", () => {
  const keptHost = pageHosts(settingsOf());
  const hostOf = (host: string) => keptHost({ header: (name) => (name === "host" ? host : undefined) });
  const four = ["h0", "h1", "h2", "192.0.2.7"];

  expect([...four, "h4", "evil.example", "h0", "H2"].map(hostOf)).toEqual([
    ...four,
    ...["localhost:3000", "localhost:3000", "h0", "h2"],
  ]);
  for (const own of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) expect(hostOf(own)).toBe(own);
});
