import { Ban } from "lucide-react";
import { forgetReaderKey, setReaderKey } from "@/components/docs/reader-key";
import { ask } from "@/components/form/ask";
import { firstRequest } from "@/components/layout/new-key-path";
import { DateTime } from "@/components/ui/date-time";
import { openDialog } from "@/components/ui/page-dialogs";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { Snippet } from "@/components/ui/snippet";
import { apiQueryKey } from "@/lib/http/client/hooks.browser";
import { keyVariable } from "@/lib/docs/code/example-code.browser";
import type { IssuedKey, KeyRecord, ListedKey } from "@/lib/accounts/keys/schema.browser";
import { isNameShared, keyPath, keySuffix } from "./key-state";
import { formatCount } from "./usage";

/** The list, and the notices, which go with a key; the figures of other keys stay, as each costs a request. */
const refetch = [apiQueryKey("/keys"), apiQueryKey("/account/notices")];

/** Asks for a new key's name and expiry, and shows its secret. @param onEnd called once it is created, or not wanted. */
export async function makeKey(onEnd?: () => void): Promise<void> {
  const created = await ask<IssuedKey>({
    title: "New key",
    fields: [
      { name: "name", label: "Name", hint: "For example “Website” or “My laptop”. Only visible to you." },
      {
        name: "term",
        label: "Expires",
        initial: "never",
        options: [
          ["never", "Never"],
          ["30", "In 30 days"],
          ["90", "In 90 days"],
          ["365", "In a year"],
          ["day", "Custom date"],
        ],
      },
      {
        name: "expires_at",
        label: "Expires on",
        type: "date",
        hint: "Works until the end of that day in your time zone.",
        isShown: ({ term }) => term === "day",
        // The API's message is about an instant, the field about a day.
        problem: "must be today or later",
      },
    ],
    schema: async () => (await import("@/lib/accounts/keys/schema.browser")).newKeySchemaAt(Date.now()),
    toData: ({ name, term = "", expires_at = "" }) => ({ name, expires_at: expiryOf(term, expires_at, Date.now()) }),
    send: ["POST", "/keys"],
    refetch,
    action: ["Create key", "Creating…"],
  });
  onEnd?.();
  if (created) await showSecret(created.body);
}

const dayMilliseconds = 86_400_000;

/**
 * The end of a new key as the API takes it; null: never. An invalid day stays as it is, for the schema to refuse.
 * @param term `never`, a number of days, or `day`: the end of this `day` (`YYYY-MM-DD`) in the reader's time zone.
 */
export function expiryOf(term: string, day: string, now: number): string | null {
  if (term === "never") return null;
  if (term !== "day") return new Date(now + Number(term) * dayMilliseconds).toISOString();
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

export function editKey({ id, name, note }: ListedKey) {
  return ask({
    title: `Edit “${name}”`,
    fields: [
      { name: "name", label: "Name", initial: name, hint: "Only visible to you." },
      {
        name: "note",
        label: "Note (optional)",
        initial: note ?? "",
        hint: "For example where the key is used, or who looks after it.",
      },
    ],
    schema: async () => (await import("@/lib/accounts/keys/schema.browser")).keyChange,
    toData: ({ name: typed, note: remark = "" }) => ({ name: typed, note: remark.trim() === "" ? null : remark }),
    send: ["PATCH", keyPath(id)],
    refetch,
    doneText: "Key saved.",
    action: ["Save", "Saving…"],
  });
}

/** Replaces a key. The default of 24 hours is usually enough to deploy the new one. */
export async function rotateKey(record: KeyRecord): Promise<void> {
  const created = await ask<IssuedKey>({
    title: `Rotate “${record.name}”`,
    text: (
      <p>
        You get a new key with the same name and limit as <KeyPrefix record={record} />. The old key keeps working while
        you switch over. If it may have leaked, stop it immediately. Both share one daily limit. You can create up to 20
        keys a day, including rotations.
      </p>
    ),
    fields: [
      {
        name: "grace",
        label: "Keep the old key working for",
        look: "radio",
        initial: "24",
        options: [
          ["0", "Stop now"],
          ["1", "1 hour"],
          ["24", "24 hours"],
          ["168", "7 days"],
        ],
      },
    ],
    toData: ({ grace }) => ({ grace_hours: Number(grace) }),
    send: ["POST", `${keyPath(record.id)}/rotate`],
    refetch,
    action: ["Rotate key", "Rotating…"],
  });
  if (created) await showSecret(created.body);
}

/** Revokes a key once its name is typed, because it can't be undone; of two keys of a name, the part that differs. */
export async function revokeOwnKey(record: KeyRecord, active: readonly KeyRecord[]): Promise<void> {
  const { id, name, prefix, used_today, last_used_at } = record;
  const isAmbiguous = isNameShared(record, active);
  const wanted = isAmbiguous ? keySuffix(record) : name;
  const revoked = await ask({
    title: `Revoke “${name}”`,
    text: (
      <>
        <p>
          Apps that use <KeyPrefix record={record} /> stop working immediately. You can’t undo this.
        </p>
        <p className={used_today > 0 ? "rounded bg-curtain-wash p-3 text-curtain" : ""}>
          Requests today: {formatCount(used_today)}. Last used:{" "}
          {last_used_at ? <DateTime at={last_used_at} look="time" /> : "never"}.
        </p>
      </>
    ),
    fields: [
      {
        name: "name",
        label: isAmbiguous ? "Type the last 4 characters of the key’s prefix" : "Type the key’s name",
        hint: isAmbiguous ? `${wanted}. Another active key is also called “${name}”.` : wanted,
        exactly: wanted,
      },
    ],
    toData: () => undefined,
    send: ["DELETE", keyPath(id)],
    refetch,
    doneText: `“${name}” has been revoked.`,
    icon: Ban,
    action: ["Revoke key", "Revoking…"],
  });
  if (revoked) forgetReaderKey(prefix);
}

/** Shows a new key, once. It is kept in its dialog, and in the tab's memory for the code samples (`reader-key.ts`). */
function showSecret({ name, key }: IssuedKey): Promise<unknown> {
  setReaderKey(key, name);
  return openDialog((end) => (
    <ShownOnceDialog
      title={`Your API key for “${name}”`}
      file={{ label: "Download .env file", name: "theatre-listings.env", text: `${keyVariable}=${key}\n` }}
      savedLabel="I’ve saved this key"
      warning="You haven’t copied or downloaded this key. If you close now, you’ll have to create a new one."
      onClose={() => end(null)}
    >
      {(keep) => (
        <>
          <p>Copy this key now. You won’t be able to see it again. Keep it secret.</p>
          <Snippet label="API key" text={key} copyLabel="Copy the key" onCopied={keep} />
          <Snippet
            label="First request"
            text={`curl -H "Authorization: Bearer ${key}" "${location.origin}${firstRequest}"`}
            copyLabel="Copy the first request"
            onCopied={keep}
          />
        </>
      )}
    </ShownOnceDialog>
  ));
}

/** A key's prefix, with the part that tells it from other keys. */
export function KeyPrefix({ record }: { record: KeyRecord }) {
  return (
    <code className="font-mono whitespace-nowrap text-muted">
      {record.prefix.slice(0, -4)}
      <strong className="font-semibold text-ink">{keySuffix(record)}</strong>…
    </code>
  );
}
