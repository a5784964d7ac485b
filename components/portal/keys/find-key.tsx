"use client";

import { useState } from "react";
import { ask } from "@/components/form/ask";
import { RelativeTime } from "@/components/ui/date-time";
import { Field } from "@/components/ui/field";
import { ActionRow, RemoteList } from "@/components/ui/remote-list";
import { TitledSection } from "@/components/ui/titled-section";
import { useNow } from "@/components/ui/use-now";
import { useApi } from "@/lib/http/client/hooks.browser";
import { formatDay } from "@/lib/core/date-words.browser";
import type { AccountKey } from "@/lib/accounts/keys/schema.browser";
import { isWorking, keyStateLabels, stateOf } from "./key-state";

/** The characters that identify a key. The rest of it is never sent. */
const prefixLength = 12;

/** Finds a key that was found somewhere by its first characters, and revokes it. */
export function FindKey() {
  const [prefix, setPrefix] = useState("");
  const isKey = /^tl_live_[0-9A-Za-z]+$/.test(prefix);
  const query = useApi<AccountKey[]>(`/account-keys?prefix=${encodeURIComponent(prefix)}`, { isEnabled: isKey });
  return (
    <TitledSection id="find-key" title="Find a key" className="mt-12 grid gap-4" look="text-2xl">
      <div className="max-w-[480px]">
        <Field
          label="The key’s first characters"
          hint={`Only the first ${prefixLength} are used, such as tl_live_4Tq9.`}
          problem={prefix.length >= 8 && !isKey ? "A key begins with tl_live_." : undefined}
          value={prefix}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPrefix(event.target.value.trim().slice(0, prefixLength))}
        />
      </div>
      {isKey && (
        <RemoteList
          query={query}
          items={query.data?.body ?? []}
          what="the keys"
          label="Keys"
          empty={
            <p role="status" className="text-sm">
              No key begins like this.
            </p>
          }
          row={(key) => <FoundKey record={key} />}
        />
      )}
    </TitledSection>
  );
}

function FoundKey({ record }: { record: AccountKey }) {
  const { name, prefix, account, days, failed_networks, last_used_at } = record;
  const now = useNow();
  return (
    <ActionRow
      actions={[
        isWorking(record, now) && {
          text: "Revoke…",
          name: `Revoke ${prefix}`,
          look: "danger",
          run: () => revoke(record),
        },
      ]}
    >
      <p className="break-words">
        <code className="font-mono">{prefix}…</code> <bdi className="font-semibold">{name}</bdi> of{" "}
        <bdi className="break-all">{account.email}</bdi>
      </p>
      <p className="text-muted">
        {keyStateLabels[stateOf(record, now).name]}, {last_used_at === null ? "never used" : "last used "}
        {last_used_at !== null && <RelativeTime at={last_used_at} />}
      </p>
      <p className="mt-2 break-words">
        <span className="text-muted">Days of use:</span>{" "}
        {days.map(({ date, requests }) => `${formatDay(date)} (${requests.toLocaleString("en-GB")})`).join(", ") ||
          "none"}
      </p>
      <p className="mt-2 break-words">
        <span className="text-muted">Networks of failed requests:</span>{" "}
        {failed_networks.map(({ network, requests }) => `${network} (${requests})`).join(", ") || "none"}
      </p>
    </ActionRow>
  );
}

function revoke({ id, prefix, name }: AccountKey) {
  return ask({
    title: `Revoke “${name}”`,
    text: <p>Programs that use this key stop working immediately. You can’t undo this.</p>,
    send: ["DELETE", `/account-keys/${encodeURIComponent(id)}`],
    doneText: `${prefix}… is revoked.`,
    action: ["Revoke now", "Revoking…"],
  });
}
