import { describe, expect, test } from "vitest";
import { parseViews, renameView, withView } from "./saved-views";

const closing = { name: "Closing soon", query: "state=running&sort=closing_date" };
const plays = { name: "Plays", query: "type=play" };

describe("saved views", () => {
  test.each([
    null,
    "[1, null, [], {}]",
    '[{"name": "", "query": "q=a"}]',
    '[{"name": 7, "query": "q=a"}, {"name": "Without a query"}]',
    JSON.stringify([{ name: "x".repeat(61), query: "" }]),
  ])("are none where %j is stored", (stored) => {
    expect(parseViews(stored)).toEqual([]);
  });

  test("survive beside what is none", () => {
    expect(parseViews(JSON.stringify([null, closing, { name: "Odd" }, plays]))).toEqual([closing, plays]);
  });

  test("are fifty at most", () => {
    const many = Array.from({ length: 80 }, (_, index) => ({ name: String(index), query: "" }));
    expect(parseViews(JSON.stringify(many))).toHaveLength(50);
  });

  test("have one view for each name", () => {
    const newer = { ...closing, query: "state=upcoming" };

    expect(withView([closing, plays], newer)).toEqual([newer, plays]);
    expect(withView([plays], closing)).toEqual([plays, closing]);
    expect(renameView([closing, plays], "Closing soon", "Plays")).toEqual([{ ...closing, name: "Plays" }]);
    expect(renameView([closing, plays], "Plays", "Plays")).toEqual([closing, plays]);
  });
});
