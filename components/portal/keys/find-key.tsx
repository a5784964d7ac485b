"use client";

import { formatDay } from "@/lib/core/date-words.browser";
import { useState } from "react";
import { WriteError } from "@/components/form/write-error";
import { stateOf } from "@/components/portal/keys/key-state";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { Field } from "@/components/ui/field";
import { QueryState } from "@/components/ui/query-state";
import { useToast } from "@/components/ui/toasts";
import { useNow } from "@/components/ui/use-now";
import type { AccountKey } from "@/lib/keys/schema.browser";
import { keyStateLabels } from "./key-state";
import { useFoundKeys, useRevokeAccountKey } from "./use-account-keys";

/** The characters that identify a key. The rest of it is never sent. */
const prefixLength = 12;

/** Finds a key that was found somewhere by its first characters, and revokes it. */
export function FindKey() {
  const [typed, setTyped] = useState("");
  const prefix = typed.trim().slice(0, prefixLength);
  const isKey = /^tl_live_[0-9A-Za-z]+$/.test(prefix);
  const query = useFoundKeys(isKey ? prefix : null);
  const keys = query.data?.body ?? [];
  return (
    <section aria-labelledby="find-key" className="mt-12 grid gap-4">
      <h2 id="find-key" className="text-2xl font-semibold">
        Find a key
      </h2>
      <div className="max-w-[480px]">
        <Field
          label="The key’s first characters"
          hint={`Only the first ${prefixLength} are used, such as tl_live_4Tq9.`}
          problem={prefix.length >= 8 && !isKey ? "A key begins with tl_live_." : undefined}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value.trim().slice(0, prefixLength))}
        />
      </div>
      {isKey && <QueryState query={query} what="the keys" lines={2} />}
      {isKey && query.data && keys.length === 0 && (
        <p role="status" className="text-sm">
          No key begins like this.
        </p>
      )}
      {keys.length > 0 && (
        <ul aria-label="Keys" className="divide-y divide-line rounded border border-line bg-raised text-sm">
          {keys.map((key) => (
            <FoundKey key={key.id} record={key} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FoundKey({ record }: { record: AccountKey }) {
  const { id, name, prefix, account, days, failed_networks, last_used_at } = record;
  const now = useNow();
  const say = useToast();
  const revoking = useRevokeAccountKey();
  const [isAsked, setIsAsked] = useState(false);
  const state = stateOf(record, now).name;
  const isActive = state === "working" || state === "grace";

  async function revoke() {
    if (await revoking.mutate(id)) say({ text: `${prefix}… is revoked.` });
  }

  return (
    <li className="grid gap-2 p-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="break-words">
            <code className="font-mono">{prefix}…</code> <bdi className="font-semibold">{name}</bdi> of{" "}
            <bdi className="break-all">{account.email}</bdi>
          </p>
          <p className="text-muted">
            {keyStateLabels[state]},{" "}
            {last_used_at ? (
              <>
                last used <RelativeTime at={last_used_at} now={now} />
              </>
            ) : (
              "never used"
            )}
          </p>
        </div>
        {isActive && !isAsked && (
          <Button look="danger" aria-label={`Revoke ${prefix}`} onClick={() => setIsAsked(true)}>
            Revoke…
          </Button>
        )}
      </div>
      {isActive && isAsked && (
        <div className="flex flex-wrap items-center gap-2 rounded border border-danger p-3">
          <p className="grow">Programs that use this key stop working immediately. You can’t undo this.</p>
          <Button look="danger" aria-disabled={revoking.isBusy} onClick={() => void revoke()}>
            {revoking.isBusy ? "Revoking…" : "Revoke now"}
          </Button>
          <Button autoFocus onClick={() => setIsAsked(false)}>
            Cancel
          </Button>
        </div>
      )}
      <WriteError error={revoking.error} />
      <p className="break-words">
        <span className="text-muted">Days of use:</span>{" "}
        {days.map(({ date, requests }) => `${formatDay(date)} (${requests.toLocaleString("en-GB")})`).join(", ") ||
          "none"}
      </p>
      <p className="break-words">
        <span className="text-muted">Networks of failed requests:</span>{" "}
        {failed_networks.map(({ network, requests }) => `${network} (${requests})`).join(", ") || "none"}
      </p>
    </li>
  );
}
