import { z } from "zod";
import type { CheckContext } from "../check.ts";
import type { ConformanceResponse } from "../client.ts";
import { expectBody, expectSchema } from "../expect.ts";

const instant = z.iso.datetime();

export const shownRecord = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  prefix: z.string().regex(/^tl_live_[0-9A-Za-z]{4}$/),
  daily_limit: z.int().min(1),
  used_today: z.int().min(0),
  created_at: instant,
  last_used_at: instant.nullable(),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
});

export const issuedRecord = shownRecord.extend({ key: z.string().regex(/^tl_live_[0-9A-Za-z]{49}$/) });

/** Free, with the run's own key. */
export function askWithKey(world: CheckContext, headers: Record<string, string> = {}): Promise<ConformanceResponse> {
  const authorization = `Bearer ${keyOfRun(world).key}`;
  return world.client.send("/api/quota", { by: "address", headers: { ...headers, authorization } });
}

/** The secret of the run's key. @throws NotCheckable when none was issued. */
export function keyOfRun({ client, made }: CheckContext): z.infer<typeof issuedRecord> {
  const id = made.id("keys");
  const answers = client.answers.filter(({ asked, status }) => asked.path === "/api/keys" && status === 201);
  return expectSchema(
    "the key",
    answers.map((answer) => expectBody(answer, 201)).find((body) => (body as { id: string }).id === id),
    issuedRecord,
  );
}
