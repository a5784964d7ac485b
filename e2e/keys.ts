import { request } from "@playwright/test";
import { signUp, type Person } from "./people";
import type { Service } from "./service";

/** What `POST /api/keys` takes, as far as a test cares. */
export interface NewKey {
  name?: string;
  expires_at?: string;
}

/** Creates an account and a key for it. @returns the secret. */
export async function aKeyOf(service: Service, owner: Person, { name = "Probe", ...order }: NewKey): Promise<string> {
  const context = await request.newContext({ baseURL: service.origin });
  await signUp(context, owner);
  const answer = await context.post("/api/keys", { data: { name, ...order } });
  if (answer.status() !== 201) throw new Error(`No key was made: ${await answer.text()}`);
  const { key } = (await answer.json()) as { key: string };
  await context.dispose();
  return key;
}
