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

test.each([
  [{}, "accepted"],
  [{ "sec-fetch-site": "same-origin" }, "accepted"],
  [{ "sec-fetch-site": "none" }, "accepted"],
  [{ "sec-fetch-site": "same-site" }, "refused"],
  [{ "sec-fetch-site": "cross-site" }, "refused"],
  [{ "sec-fetch-site": "" }, "refused"],
  [{ origin: `https://${host}` }, "accepted"],
  [{ origin: `http://${host}` }, "accepted"],
  [{ origin: `https://${host}:8443` }, "refused"],
  [{ origin: `ftp://${host}` }, "refused"],
  [{ origin: `https://evil.${host}` }, "refused"],
  [{ origin: "null" }, "refused"],
  [{ origin: "" }, "refused"],
  [{ origin: `https://${host}`, "sec-fetch-site": "cross-site" }, "refused"],
  [{ origin: "https://elsewhere.example", "sec-fetch-site": "same-origin" }, "refused"],
])("without NEXTAUTH_URL, a write with %j is %s", (headers, expected) => {
  expect(outcomeOf({ host, ...headers })).toBe(expected);
});

test.each([
  ["https://listings.example", "accepted"],
  ["http://listings.example", "refused"],
  ["https://inside.example", "refused"],
])("with NEXTAUTH_URL, a write from %s is %s for any Host", (origin, expected) => {
  const serviceUrl = "https://listings.example/somewhere";

  expect(outcomeOf({ host: "inside.example", origin }, serviceUrl)).toBe(expected);
  expect(outcomeOf({ origin }, serviceUrl)).toBe(expected);
});

test("an origin without a Host to compare it with is refused", () => {
  expect(outcomeOf({ origin: "http://undefined" })).toBe("refused");
});
