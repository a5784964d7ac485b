import { describe, expect, test } from "vitest";
import { listSchema } from "./list-state";

const view = {
  order: "name",
  columns: [{ id: "name" }, { id: "type" }, { id: "image", isExtra: true }],
  filters: [{ id: "type" }],
  days: [{ id: "opens" }, { id: "closes" }],
};
const untouched = { typed: "", order: "name", columns: ["name", "type"], chosen: {} };
const { read: readParameters, write } = listSchema(view);
const read = (query: string) => readParameters(new URLSearchParams(query));

describe("a list's state in the address", () => {
  test.each([
    ["", {}],
    ["q=zoe", { typed: "zoe" }],
    ["sort=-type", { order: "-type" }],
    ["columns=name,image", { columns: ["name", "image"] }],
    ["columns=image,gone", { columns: ["image"] }],
    ["type=play&colour=red", { chosen: { type: "play" } }],
    ["type=", { chosen: { type: "" } }],
    ["opens.from=2026-09-03", { chosen: { "opens.from": "2026-09-03" } }],
    ["opens.from=3+Sep+2026&opens.to=2026-02-30&closes=never&gone.from=2026-09-03", {}],
    [
      "q=zo%C3%AB+%26+co&sort=-name&type=a%3Db&opens.from=1999-01-01&opens.to=1999-12-31",
      {
        ...{ typed: "zoë & co", order: "-name" },
        chosen: { type: "a=b", "opens.from": "1999-01-01", "opens.to": "1999-12-31" },
      },
    ],
  ])("%j, and what is written is read back", (query, part) => {
    const state = { ...untouched, ...part };
    expect(read(query)).toEqual(state);
    expect(read(write(state))).toEqual(state);
  });

  test("a list in its default state has no query", () => {
    expect(write(untouched)).toBe("");
  });
});
