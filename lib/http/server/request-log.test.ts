import { closeSync, existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { oneOfEach } from "../../../test/fixture.ts";
import { runScript } from "../../../test/program.ts";

test("LOG_LEVEL=warn omits the lines of requests", async () => {
  const { output } = await runScript(`import { log, logRequest, setLogLevel } from "./lib/core/log.ts";
    setLogLevel("warn");
    logRequest({ request_id: "a-request" });
    log.warn("something");`);

  const lines = output.trim().split("\n");
  expect(lines.map((text) => JSON.parse(text) as object)).toMatchObject([{ msg: "something" }]);
});

oneOfEach([
  { ending: "stops", last: "process.exit(0)", code: 0 },
  { ending: "ends with an error", last: "setImmediate(() => { throw new Error('the end') })", code: 1 },
  { ending: "has nothing more to do", last: "", code: 0 },
])("gathered lines are all written when the process $ending", async ({ last, code }) => {
  const lines = 2_000;
  const program = `import { logRequest } from "./lib/core/log.ts";
    for (let count = 0; count < ${lines}; count += 1) logRequest({ request_id: "line-" + count });
    ${last}`;

  const ended = await runScript(program);

  const numbers = ended.output.split("\n").flatMap((text) => /"line-(\d+)"/.exec(text)?.[1] ?? []);
  expect(ended.code).toBe(code);
  expect(numbers).toEqual(Array.from({ length: lines }, (_, count) => String(count)));
});

test.skipIf(!existsSync("/dev/full")).each([
  ["while it runs", 'setTimeout(() => { log.error("more"); process.stderr.write("still there"); }, 600);'],
  ["when it stops at once", 'process.stderr.write("still there"); process.exit(0);'],
])("a log on a full disk neither ends a process nor prevents its end: %s", async (_when, last) => {
  const full = openSync("/dev/full", "w");
  const program = `import { log, logRequest } from "./lib/core/log.ts";
    for (let count = 0; count < 2000; count += 1) logRequest({ request_id: "line-" + count });
    log.error("something");
    ${last}`;

  const { code, output } = await runScript(program, full);
  closeSync(full);

  expect([code, output]).toEqual([0, "still there"]);
});

test("a process ends though the reader of its log is gone", async () => {
  const program = `import { writeSync } from "node:fs";
    import { log } from "./lib/core/log.ts";
    log.info("first");
    setInterval(() => {
      try { writeSync(1, "\\n"); } catch { log.info("more"); log.info("and more"); process.exit(7); }
    }, 5);`;

  expect((await runScript(program, "left")).code).toBe(7);
});
