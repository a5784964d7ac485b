import { request } from "@playwright/test";
import { apiSignUp, type TestPerson } from "./people";
import type { RunningService } from "./service";

/** The part of `POST /api/keys` that tests use. */
export interface NewKeyOptions {
  name?: string;
  expires_at?: string;
}

/** Creates an account and a key for it. @returns the secret. */
export async function createKeyFor(
  service: RunningService,
  owner: TestPerson,
  { name = "Probe", ...order }: NewKeyOptions,
): Promise<string> {
  const context = await request.newContext({ baseURL: service.origin });
  await apiSignUp(context, owner);
  const answer = await context.post("/api/keys", { data: { name, ...order } });
  if (answer.status() !== 201) throw new Error(`No key was created: ${await answer.text()}`);
  const { key } = (await answer.json()) as { key: string };
  await context.dispose();
  return key;
}
