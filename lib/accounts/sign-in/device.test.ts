import { describe, expect, test } from "vitest";
import { describeDevice } from "./device.browser.ts";
import { shortAddress } from "../../core/client-address.ts";

const mozilla = "Mozilla/5.0";

describe("the description of a device", () => {
  test.each([
    ["Windows NT 10.0; Win64; x64", "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge on Windows"],
    ["X11; CrOS x86_64 14541.0.0", "Chrome/142.0.0.0 Safari/537.36", "Chrome on ChromeOS"],
    ["Linux; Android 10; K", "Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
    [
      "Linux; Android 14; SM-S911B",
      "SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
      "Samsung Internet on Android",
    ],
    ["iPhone; CPU iPhone OS 18_1 like Mac OS X", "Version/18.1 Mobile/15E148 Safari/604.1", "Safari on iPhone"],
    ["iPad; CPU OS 17_7 like Mac OS X", "CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1", "Chrome on iPad"],
    ["Macintosh; Intel Mac OS X 10_15_7", "Version/18.1 Safari/605.1.15", "Safari on macOS"],
    ["X11; Linux x86_64", "Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0", "Opera on Linux"],
    ["X11; Linux x86_64", "HeadlessChrome/142.0.0.0 Safari/537.36", "Chrome on Linux"],
    ["X11; Linux x86_64", "HeadlessC", "Linux"],
  ])("(%s) with WebKit: %s", (system, browser, expected) => {
    expect(describeDevice(`${mozilla} (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`)).toBe(expected);
  });

  test.each([
    [`${mozilla} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Windows"],
    ["curl/8.14.1", "curl"],
    ["python-requests/2.32", "python-requests"],
    ["node", "node"],
  ])("%s", (userAgent, expected) => {
    expect(describeDevice(userAgent)).toBe(expected);
  });

  test.each([null, "", mozilla, "<script>alert(1)</script>", "x".repeat(5_000)])("is null for %j", (userAgent) => {
    expect(describeDevice(userAgent)).toBeNull();
  });
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:12:34::/64", "2001:db8:12::/48"],
  ["2001:db8:12:34:5:6:7:8", "2001:db8:12::/48"],
  ["::/64", "::/48"],
  ["unknown", null],
  ["", null],
  ["203.0.113", null],
])("the address %j is stored as %j", (address, expected) => {
  expect(shortAddress(address)).toBe(expected);
});
