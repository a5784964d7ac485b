import { describe, expect, test } from "vitest";
import { Representation, chooseCoding, matchesTag } from "./representation.ts";

const large = Representation.json("x".repeat(2000));
const [plain, br, gzip] = [large.etag("identity"), large.etag("br"), large.etag("gzip")];

describe("the coding", () => {
  test.each([
    [undefined, "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["br;q=0, gzip;q=0, *", "identity"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["gzip;q=0.5, br;q=0.5", "br"],
    ["identity;q=0.5, gzip;q=1", "gzip"],
    ["gzip;q=much", "identity"],
    [",,;q=1,", "identity"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["br;level=9;q=1, gzip;q=0.5", "br"],
  ])("chosen for Accept-Encoding %s is %s", (acceptEncoding, coding) => {
    expect(chooseCoding(acceptEncoding, large)).toBe(coding);
  });

  test("is identity for a body smaller than 1 KiB", () => {
    expect(chooseCoding("br", new Representation("x".repeat(1023)))).toBe("identity");
    expect(chooseCoding("br", new Representation("x".repeat(1024)))).toBe("br");
  });
});

describe("an entity tag, also as a proxy has changed it,", () => {
  const inside = (added: string) => plain.replace(/"$/, `${added}"`);
  test.each([
    [plain, true],
    [br, true],
    [gzip, true],
    // nginx and CDNs that compress make it weak, Apache and Jetty name the coding inside.
    [`W/${plain}`, true],
    [`W/${gzip}`, true],
    ...["-gzip", "--gzip", ";gzip", "-br", ";br", "-deflate", "-zstd", "-gzip-br"].map((added): [string, boolean] => [
      inside(added),
      true,
    ]),
    [`W/${inside("-gzip")}`, true],
    [`  ${plain}\t`, true],
    [`"other", ${plain}`, true],
    [`"other" ,W/"more",\t${gzip}`, true],
    [`"a,b", ${plain}`, true],
    [" * ", true],
    ['"other"', false],
    [plain.slice(1, -1), false],
    [`w/${plain}`, false],
    [plain.replace('"', '"W/'), false],
    [`${plain}${br}`, false],
    [inside("-other"), false],
    [inside("gzip"), false],
  ])("%s matches the content: %s", (header, expected) => {
    expect(matchesTag(header, large)).toBe(expected);
  });
});
