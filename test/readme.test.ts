import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runExample } from "./run-example.ts";
import { startService } from "./service.ts";
import { unmatchedLines } from "./shape.ts";

test("the README's call returns the response that the README shows", async () => {
  const [, command = "", shown = ""] =
    /```console\n\$ (.+)\n([^]+?)\n```/.exec(readFileSync("README.md", "utf8")) ?? [];
  const service = await startService("embedded");

  const { status, stdout } = await runExample("curl", command.replace("http://localhost:3000", service.url));
  await service.close();

  expect(command).toContain("http://localhost:3000/api/");
  expect(status).toBe(0);
  expect(unmatchedLines(shown, stdout)).toEqual([]);
  expect(stdout.split("\n").at(-1)).toBe(shown.split("\n").at(-1));
});
