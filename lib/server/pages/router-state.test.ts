import { expect, test } from "vitest";
import { dropUnreadableRouterState } from "./router-state.ts";

test.each([
  ["the header of Next's client", encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null,0]'), true],
  ["no JSON", "x", false],
  ["other JSON", "[]", false],
  ["invalid percent-encoding", "%", false],
  ["a very long one", `["",{"children":["${"x".repeat(50_000)}",{}]}]`, false],
])("%s reaches Next only if Next can parse it", (_name, sent, isKept) => {
  const headers = { "next-router-state-tree": sent };

  dropUnreadableRouterState({ headers });

  expect("next-router-state-tree" in headers).toBe(isKept);
});
