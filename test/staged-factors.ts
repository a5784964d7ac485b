import { pendingApp } from "../lib/accounts/second-factors/schema.browser.ts";
import { developer, type Developer } from "./developer.ts";
import { addApp, codeAt } from "./factors.ts";
import type { TestService } from "./service.ts";

/** The sender of an example, and the placeholders in it for the sender's own data. */
export interface PreparedExample {
  cookie: string;
  /** The replacements for the documented values; nothing else in the example changes. */
  meant?: Record<string, string>;
}

/** The code in the example. */
const shownCode = "123456";

/** Prepares the examples of second factors, but for those that need the signature of an authenticator. */
export const prepareFactorExample: Record<string, (service: TestService) => Promise<PreparedExample>> = {
  "add-authenticator-app": developer,
  "confirm-authenticator-app": async (service) => {
    const owner = await developer(service);
    const { secret } = pendingApp.parse((await owner.ask("POST", "/account/second-factors/totp")).body);
    return { ...owner, meant: { [shownCode]: codeAt(secret, service.infrastructure.now()) } };
  },
  "remove-authenticator-app": withApp,
  "renew-recovery-codes": withApp,
  "get-passkey-creation-options": developer,
  "get-passkey-request-options": async () => ({ cookie: "" }),
};

async function withApp(service: TestService): Promise<Developer> {
  const owner = await developer(service);
  await addApp(owner, service.infrastructure.now());
  return owner;
}
