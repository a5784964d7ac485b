import { test, type TestOptions } from "vitest";

/** Whether `npm run test:full` runs the tests: with every kind of database, and as many cases as it takes. */
export const isFullRun = process.env["TEST_DATABASES"] === "all";

/** As `test.each`, but `npm test` runs only the first case. @param cases strings, or objects whose members the name has. */
export function oneOfEach<Case>(cases: readonly Case[]) {
  return (name: string, run: (one: Case) => Promise<void>, timeout?: number) => {
    const options: TestOptions = timeout === undefined ? {} : { timeout };
    for (const [index, one] of cases.entries())
      test.each([one])(name, { ...options, tags: index === 0 ? [] : ["full"] }, run);
  };
}
