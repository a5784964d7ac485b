import { describe, expect, test } from "vitest";
import { Representation, chooseCoding, matchesIfMatch, matchesIfNoneMatch } from "./representation.ts";

const large = Representation.json("x".repeat(2000));
const [plain, br, gzip] = [large.etag("identity"), large.etag("br"), large.etag("gzip")];

describe("the coding", () => {
  test.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["br;q=0, gzip;q=0, *", "identity"],
    ["*;q=0", "identity"],
    ["gzip;q=0", "identity"],
    ["gzip;q=0.000", "identity"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["gzip;q=0.5, br;q=0.5", "br"],
    ["br ; q=0.1 , gzip ; q=0.001", "br"],
    ["gzip;Q=0.5", "gzip"],
    ["identity;q=1, gzip;q=0.5", "identity"],
    ["identity;q=0.5, gzip;q=1", "gzip"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["deflate, zstd", "identity"],
    ["gzip;q=much", "identity"],
    [",,;q=1,", "identity"],
    ["constructor, __proto__", "identity"],
    ["identity, br;q=1", "br"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["gzip;level=9;q=0", "identity"],
    ["br;level=9;q=1, gzip;q=0.5", "br"],
  ])("chosen for Accept-Encoding %s is %s", (acceptEncoding, coding) => {
    expect(chooseCoding(acceptEncoding, large)).toBe(coding);
  });

  test("is identity for a body smaller than 1 KiB", () => {
    expect(chooseCoding("br", new Representation("x".repeat(1023)))).toBe("identity");
    expect(chooseCoding("br", new Representation("x".repeat(1024)))).toBe("br");
  });
});

describe("If-None-Match", () => {
  test.each([
    [plain, true],
    [`W/${plain}`, true],
    [br, true],
    [gzip, true],
    [`"other", ${plain}`, true],
    [`"other" ,W/"more",\t${gzip}`, true],
    ["*", true],
    [" * ", true],
    [`"a,b", ${plain}`, true],
    ['"other"', false],
    [plain.slice(1, -1), false],
    [`w/${plain}`, false],
    [plain.replace('"', '"W/'), false],
    [plain.toUpperCase(), false],
    ["", false],
    [",,", false],
    ['"*"', false],
  ])("%s matches the content: %s", (header, expected) => {
    expect(matchesIfNoneMatch(header, large)).toBe(expected);
  });
});

describe("If-Match", () => {
  test.each([
    [plain, true],
    [br, true],
    [gzip, true],
    [`"other", ${plain}`, true],
    [`"other" ,\t${gzip}`, true],
    ["*", true],
    [" * ", true],
    // A weak tag never matches in If-Match (RFC 9110 §13.1.1).
    [`W/${plain}`, false],
    ['"other"', false],
    [plain.slice(1, -1), false],
    [`${plain}${br}`, false],
    ['"*"', false],
    ["", false],
  ])("%s matches the content: %s", (header, expected) => {
    expect(matchesIfMatch(header, large)).toBe(expected);
  });
});
