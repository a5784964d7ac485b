import { expect } from "vitest";
import type { Language } from "../docs/code/schema.ts";
import type { Operation } from "../docs/reference/schema.ts";
import type { Ran } from "./run-example.ts";
import { differences } from "./shape.ts";

/** An example did what its page says. curl shows the answer, which must be like the one that is shown; the others tell what came. */
export function isAsShown({ status, stdout, stderr }: Ran, language: Language, { call, success }: Operation): void {
  expect({ call, status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/\w/) });
  expect(stderr.replace(/^\s*% Total[^]*$/m, "")).not.toMatch(/error|warning/i);
  if (language !== "curl") return;
  const [head = "", ...rest] = stdout.split("\r\n\r\n");
  expect([call, head.split("\r\n")[0]]).toEqual([call, expect.stringContaining(` ${success.status} `)]);
  for (const { name } of success.headers) expect(head.toLowerCase()).toContain(`\n${name.toLowerCase()}: `);
  const example = success.content?.examples[0];
  if (example !== undefined)
    expect([call.url, differences(example, JSON.parse(rest.join("")))]).toEqual([call.url, []]);
}
