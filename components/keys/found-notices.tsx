"use client";

import { useDismissFoundKey } from "@/components/account/account-mutations";
import { useAccount } from "@/components/account/use-account";
import { WriteError } from "@/components/account/write-error";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";

/** Notices about the reader's keys that were found and revoked. Renders nothing when there are none. */
export function FoundNotices() {
  const { data } = useAccount();
  const { mutate: dismiss, error } = useDismissFoundKey();

  return (
    <div className="grid gap-3 not-empty:pb-8">
      {data?.body.found_keys.map(({ id, name, prefix, revoked_at }) => (
        <div key={id} role="status" className="flex flex-wrap items-center gap-4 rounded bg-curtain-wash p-4">
          <p className="min-w-0 grow basis-64 text-curtain">
            Your key “{name}” (<code className="font-mono">{prefix}…</code>) was found in public and revoked on{" "}
            <DateTime at={revoked_at} look="time" />. Check where it leaked before you create a new one.
          </p>
          <Button aria-label={`Dismiss the notice about ${name}`} onClick={() => void dismiss(id)}>
            Dismiss
          </Button>
        </div>
      ))}
      <WriteError error={error} />
    </div>
  );
}
