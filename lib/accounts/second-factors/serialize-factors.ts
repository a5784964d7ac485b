import "server-only";
import type { StoredFactors } from "./queries.ts";
import type { PasskeyRecord, SecondFactors } from "./schema.browser.ts";

export function serializeFactors({ confirmedAt, passkeys, recoveryCodesLeft }: StoredFactors): SecondFactors {
  return {
    totp: confirmedAt && { created_at: confirmedAt.toISOString() },
    passkeys: passkeys.map(serializePasskey),
    recovery_codes_left: recoveryCodesLeft,
  };
}

export function serializePasskey({
  id,
  name,
  created_at,
  last_used_at,
}: StoredFactors["passkeys"][number]): PasskeyRecord {
  return { id, name, created_at: created_at.toISOString(), last_used_at: last_used_at && last_used_at.toISOString() };
}
