import { describe, expect, test } from "vitest";
import { isUnderApi, parseTarget, queryValues } from "./router.ts";

describe("a target is taken apart as it was meant", () => {
  test.each([
    ["/api/shows", ["api", "shows"], "", "/api/shows"],
    ["/api/shows/?a=1", ["api", "shows"], "a=1", "/api/shows/?a=1"],
    ["/api/shows?a=/x/../y", ["api", "shows"], "a=/x/../y", "/api/shows?a=/x/../y"],
    ["/a/./b/../c", ["a", "c"], "", "/a/c"],
    ["/a/%2E%2e/c", ["c"], "", "/c"],
    ["/a/b/..", ["a"], "", "/a/"],
    ["/..", [], "", "/"],
    ["/a%2F..%2Fb", ["a/../b"], "", "/a%2F..%2Fb"],
    ["/%61pi", ["api"], "", "/%61pi"],
    ["//api", ["", "api"], "", "//api"],
    ["http://host/api?x", ["api"], "x", "/api?x"],
    ["HTTPS://user:secret@host:8/api", ["api"], "", "/api"],
    ["http://host", [], "", "/"],
    ["http://host?x=1", [], "x=1", "/?x=1"],
    ["/api#part?x=1", ["api"], "", "/api"],
    ["*", ["*"], "", "/*"],
    ["", [], "", "/"],
  ])("%s", (raw, segments, search, href) => {
    expect(parseTarget(raw)).toEqual({ segments, search, href, isWellFormed: true });
  });

  test.each(["/%", "/%4", "/%zz", "/%C3%28", "/%ED%A0%80", "/a/%/..", "/?%", "/?a=%E0%A4&b=1"])(
    "%s is not well formed",
    (raw) => {
      expect(parseTarget(raw).isWellFormed).toBe(false);
    },
  );

  test.each([
    ["/api", true],
    ["/api/", true],
    ["/%61%70%69/x", true],
    ["/x/../api", true],
    ["/apis", false],
    ["/API", false],
    ["/api%2Fshows", false],
    ["//api", false],
  ])("%s is under the API: %s", (raw, expected) => {
    expect(isUnderApi(parseTarget(raw))).toBe(expected);
  });
});

describe("the values of a query", () => {
  test.each([
    ["show_id=a&show_id=b&other=c", { show_id: ["a", "b"] }],
    ["show_id=a+b%20c", { show_id: ["a b c"] }],
    ["show_id", { show_id: [""] }],
    ["show%5Fid=a", { show_id: ["a"] }],
    ["SHOW_ID=a", {}],
    ["__proto__=a&constructor=b", {}],
    ["", {}],
  ])("%s", (search, values) => {
    expect(queryValues(search, ["show_id"])).toEqual(values);
  });
});
