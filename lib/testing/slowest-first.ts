import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that start one process after the other. */
const slow = /\/(start|stop|conformance|killed|processes|request-log|accounts-create|topology|backup)\.test\.ts$/;

/** So that the last to run is not the longest, alone on one processor. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...usual.filter(isSlow), ...usual.filter((file) => !isSlow(file))];
  }
}
