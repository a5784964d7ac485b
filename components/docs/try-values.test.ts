import { describe, expect, test } from "vitest";
import {
  triedAddress,
  changedValues,
  nextCursor,
  sharedPart,
  sharedValues,
  toggled,
  type TriedParameter,
} from "./try-values";

const parameter = (name: string, place: TriedParameter["place"] = "query"): TriedParameter => ({
  name,
  place,
  start: "",
  example: "",
  control: { kind: "text" },
});
const parameters = ["q", "type", "updated_since", "limit", "cursor"].map((name) => parameter(name));

describe("the values of a request that a reader builds", () => {
  test("fill the path and the query, and leave out what is empty", () => {
    const one = [parameter("id", "path"), ...parameters];
    const values = { id: "les misérables", q: "a&b", type: "musical,play", updated_since: "2026-11-01T09:00:00+01:00" };

    expect(triedAddress("/api/shows/{id}", one, values)).toBe(
      "/shows/les%20mis%C3%A9rables?q=a%26b&type=musical,play&updated_since=2026-11-01T09:00:00%2B01:00",
    );
    expect(triedAddress("/api/search/shows", parameters, { q: "" })).toBe("/search/shows");
  });

  test("come back from the part of a URL that can be shared", () => {
    const values = { q: "a+b & c", type: "musical,play", updated_since: "", limit: "5", cursor: "" };
    const url = new URL(sharedPart("search-shows", values), "http://localhost/docs/search");

    expect(url.hash).toBe("#search-shows");
    expect(sharedValues(url.search, "search-shows", parameters)).toEqual(values);
    expect(sharedValues(url.search, "search-people", parameters)).toBeNull();
    expect(sharedValues("", "search-shows", parameters)).toBeNull();
  });

  test("lose the cursor when another value changes, because it belongs to the former query", () => {
    const values = { q: "a", limit: "5", cursor: "abc" };

    expect(changedValues(values, "q", "b")).toEqual({ q: "b", limit: "5", cursor: "" });
    expect(changedValues(values, "limit", "9")).toEqual({ q: "a", limit: "9", cursor: "abc" });
    expect(changedValues({ id: "a" }, "id", "b")).toEqual({ id: "b" });
  });

  test("take the next page's cursor from a Link header", () => {
    expect(nextCursor('</api/search/shows?limit=5&cursor=aB_-9>; rel="next"')).toBe("aB_-9");
    expect(nextCursor('</api/shows>; rel="canonical"')).toBeNull();
    expect(nextCursor(null)).toBeNull();
  });

  test("keep the order in which a list's values are offered", () => {
    expect(toggled(["play"], "musical", ["musical", "play"])).toBe("musical,play");
    expect(toggled(["musical", "play"], "musical", ["musical", "play"])).toBe("play");
    expect(toggled(["strange"], "play", ["musical", "play"])).toBe("play,strange");
  });
});
