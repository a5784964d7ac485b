import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { RequestError } from "@/lib/http/client/client.browser";
import { QueryState } from "./query-state";

const error = new RequestError(null);

function shown(data: unknown, problem: RequestError | null): string {
  const query = { data, error: problem, refetch: () => undefined };
  return renderToStaticMarkup(createElement(QueryState, { query, what: "the map", lines: 2 }));
}

test("a query shows that it loads, then nothing once it has data", () => {
  expect(shown(undefined, null)).toContain("Loading the map…");
  expect(shown([], null)).toBe("");
});

test("a query without data shows the error's reason and a retry button", () => {
  expect(shown(undefined, error)).toMatch(/role="alert".*The map can’t be loaded.*could not be reached.*Try again/s);
});

test("existing data stay when a refetch fails", () => {
  expect(shown([], error)).toBe("");
});

test("where the session is over, another sign-in is the way on, and no other try", () => {
  vi.stubGlobal("location", { pathname: "/developers", search: "?from=mail" });
  onTestFinished(() => void vi.unstubAllGlobals());
  const refused = new RequestError({
    ...{ status: 401, body: null, sizeBytes: 0, etag: null, requestId: "r-1", activityId: null },
    ...{ link: null, totalCount: null, milliseconds: 1, quota: null },
  });
  const text = shown(undefined, refused);

  expect(text).toMatch(/The map can’t be loaded.*session has ended.*r-1.*callbackUrl=%2Fdevelopers%3Ffrom%3Dmail/s);
  expect(text).not.toContain("Try again");
});
