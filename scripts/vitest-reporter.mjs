// For Vitest: writes the counts of a run, and the seconds of each of its files, to the file that REPORT_FILE names.
// Vitest's own JSON has no times of hooks, and most services start in one.
import { writeFileSync } from "node:fs";

export default class {
  onInit(vitest) {
    this.runsAll = vitest.config.tagsFilter === undefined;
  }

  onTestRunEnd(modules) {
    const isWanted = ({ tags }) => this.runsAll || !tags.includes("full");
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const tests = [...module.children.allTests()].filter(isWanted).map((test) => ({
        state: test.result().state,
        isFlaky: test.diagnostic()?.flaky ?? false,
        name: test.fullName,
      }));
      return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000, tests };
    });
    writeFileSync(process.env.REPORT_FILE, JSON.stringify(files));
  }
}
