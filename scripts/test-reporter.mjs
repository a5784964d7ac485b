// For Vitest and Playwright: writes what became of each test, and what each file took, to the file that REPORT_FILE
// names. Their own JSON has neither Vitest's retries nor processor time.
import { writeFileSync } from "node:fs";
import path from "node:path";

const write = (report) => writeFileSync(process.env.REPORT_FILE, JSON.stringify(report));

/** Vitest calls the first two methods, Playwright the others. */
export default class {
  onInit(vitest) {
    this.runsAll = vitest.config.tagsFilter === undefined;
  }

  onTestRunEnd(modules) {
    const isWanted = ({ tags }) => this.runsAll || !tags.includes("full");
    const testsOf = (module) => [...module.children.allTests()].filter(isWanted);
    write({
      // Written by test/setup.ts.
      files: modules.map((module) => ({ file: module.relativeModuleId, seconds: module.meta().processorSeconds ?? 0 })),
      tests: modules.flatMap((module) =>
        testsOf(module).map((test) => ({
          file: module.relativeModuleId,
          name: test.fullName,
          state: test.result().state,
          isFlaky: test.diagnostic()?.flaky ?? false,
        })),
      ),
    });
  }

  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const states = { expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" };
    const tests = this.suite.allTests().map((test) => ({
      file: path.relative(process.cwd(), test.location.file),
      name: [test.title, ...test.annotations.map(({ description }) => description)].join(": "),
      state: states[test.outcome()],
      isFlaky: test.outcome() === "flaky",
    }));
    write({ files: [], tests });
  }
}
