import { expect, test } from "vitest";
import { dropUnreadableRouterState } from "./router-state.ts";

test.each([
  ["what Next's browser part sends", encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null,0]'), true],
  ["no JSON", "x", false],
  ["other JSON", "[]", false],
  ["what is no percent-encoding", "%", false],
  ["an endless one", `["",{"children":["${"x".repeat(50_000)}",{}]}]`, false],
])("%s reaches Next only when Next can read it", (_name, sent, isKept) => {
  const headers = { "next-router-state-tree": sent };

  dropUnreadableRouterState({ headers });

  expect("next-router-state-tree" in headers).toBe(isKept);
});
