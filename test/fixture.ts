import { afterAll, beforeAll, test, type TestOptions } from "vitest";

/** An object that exists during the tests of this block: it is created before them and removed after them. */
export function useFixture<Value extends object>(
  create: () => Promise<Value>,
  remove?: (value: Value) => Promise<void>,
): Value {
  let value: Value | undefined;
  beforeAll(async () => {
    value = await create();
  });
  afterAll(async () => {
    if (value) await remove?.(value);
    // The tests' modules stay in memory until the process ends.
    value = undefined;
  });
  return delegate(() => {
    if (!value) throw new Error("It exists only during tests.");
    return value;
  });
}

/** An object that has the members of another one, which `find` returns at each use. */
export function delegate<Value extends object>(find: () => Value): Value {
  // Only the traps below are used, and they speak for the other object.
  return new Proxy({} as Value, {
    get: (_target, name) => {
      const value = find();
      const member: unknown = Reflect.get(value, name);
      return typeof member === "function" ? (member.bind(value) as unknown) : member;
    },
    set: (_target, name, member) => Reflect.set(find(), name, member),
  });
}

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
