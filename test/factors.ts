import { TOTP, Secret } from "otpauth";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

/** The code that an app with this secret shows at this time. @param at milliseconds since 1970. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** A code that the app shows at none of the times around this one. */
export function wrongCodeAt(secret: string, at: number): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, at + seconds * 1_000));
  const wrong = ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code));
  return wrong ?? "666666";
}

const path = "/account/second-factors";

/** A signed-in person. */
interface Owner {
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** Adds and confirms an app. @returns its secret, and the recovery codes if it is the first factor. */
export async function addApp({ ask }: Owner, now: number): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await ask("POST", `${path}/totp`)).body as { secret: string };
  const { status, body } = await ask("POST", `${path}/totp/confirm`, { code: codeAt(secret, now) });
  if (status !== 200) throw new Error(`The app was not confirmed: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: (body as { recovery_codes?: string[] }).recovery_codes ?? [] };
}

type CreationOptions = Parameters<SoftwareAuthenticator["create"]>[0];

/** Adds a passkey. @returns the authenticator that has it, its id, and the recovery codes if it is the first factor. */
export async function addPasskey(
  { ask }: Owner,
  origin: string,
  { name = "Laptop", counts = true }: { name?: string; counts?: boolean } = {},
): Promise<{ authenticator: SoftwareAuthenticator; id: string; recoveryCodes: string[] }> {
  const authenticator = new SoftwareAuthenticator(origin, { counts });
  const options = (await ask("POST", `${path}/passkeys/options`)).body as CreationOptions;
  const { status, body } = await ask("POST", `${path}/passkeys`, { name, response: authenticator.create(options) });
  if (status !== 201) throw new Error(`The passkey was not added: ${JSON.stringify(body)}`);
  const { id, recovery_codes: recoveryCodes = [] } = body as { id: string; recovery_codes?: string[] };
  return { authenticator, id, recoveryCodes };
}
