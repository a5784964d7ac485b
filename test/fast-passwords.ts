import { processSingleton } from "../lib/core/process-singleton.ts";

/** A new hash costs a five-thousandth of the time; `password.test.ts` has the real costs. */
processSingleton("password-costs", () => ({ N: 16, r: 8, p: 1 }));
