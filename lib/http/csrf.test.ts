import { expect, test } from "vitest";
import { requireSameOrigin } from "./csrf.ts";

const host = "listings.example";

/** The outcome of a write with these headers. @param serviceUrl the configured URL of the service. */
function outcomeOf(headers: Record<string, string>, serviceUrl?: string): "accepted" | "refused" {
  try {
    requireSameOrigin({ header: (name) => headers[name] }, serviceUrl);
    return "accepted";
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    return "refused";
  }
}

const same = { origin: `https://${host}` };
const site = (value: string) => ({ "sec-fetch-site": value });

test.each<["accepted" | "refused", Record<string, string>[]]>([
  ["accepted", [{}, site("same-origin"), site("none"), same, { origin: `http://${host}` }]],
  ["refused", ["same-site", "cross-site", ""].map(site)],
  ["refused", [":8443", ".evil", "/"].map((end) => ({ origin: same.origin + end }))],
  ["refused", [`ftp://${host}`, `https://evil.${host}`, "null", ""].map((origin) => ({ origin }))],
  ["refused", [{ ...same, ...site("cross-site") }]],
  ["refused", [{ origin: "https://elsewhere.example", ...site("same-origin") }]],
])("without NEXTAUTH_URL, a write is %s with %j", (expected, all) => {
  for (const headers of all) expect([headers, outcomeOf({ host, ...headers })]).toEqual([headers, expected]);
});

test.each([
  ["https://listings.example", "accepted"],
  ["http://listings.example", "refused"],
  ["https://inside.example", "refused"],
])("with NEXTAUTH_URL, a write from %s is %s for any Host", (origin, expected) => {
  for (const headers of [{ host: "inside.example", origin }, { origin }] as Record<string, string>[])
    expect(outcomeOf(headers, "https://listings.example/somewhere")).toBe(expected);
});

test("an origin without a Host to compare it with is refused", () => {
  expect(outcomeOf({ origin: "http://undefined" })).toBe("refused");
});
