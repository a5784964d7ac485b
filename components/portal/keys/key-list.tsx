"use client";

import { useEffect, useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useNow } from "@/components/ui/use-now";
import { setParameter } from "@/components/ui/use-search-state";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ListedKey } from "@/lib/accounts/keys/schema.browser";
import { KeyRow, keyColumns } from "./key-row";
import { isWorking } from "./key-state";
import { makeKey } from "./key-tasks";

/** Each fetch costs the account one request of its daily limit. */
const lookMilliseconds = 60_000;

export function useKeys() {
  return useApi<ListedKey[]>("/keys", { everyMilliseconds: lookMilliseconds });
}

/** The reader's keys and their actions. @param isNewKeyWanted begins with the dialog for a new key. */
export function KeyList({ isNewKeyWanted }: { isNewKeyWanted: boolean }) {
  const query = useKeys();
  const [isPastShown, setIsPastShown] = useState(false);
  const now = useNow();
  const keys = query.data?.body.toSorted((one, other) => other.created_at.localeCompare(one.created_at)) ?? [];
  const working = keys.filter((key) => isWorking(key, now));
  const past = keys.filter((key) => !isWorking(key, now));

  useEffect(() => {
    // A reload of the page must not ask again.
    if (isNewKeyWanted) void makeKey(() => setParameter("new", null));
  }, [isNewKeyWanted]);

  return (
    <section aria-labelledby="keys" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h2 id="keys" className="text-2xl font-semibold">
          Keys
        </h2>
        <Button look="primary" onClick={() => void makeKey()}>
          New key
        </Button>
      </div>
      <QueryState query={query} what="your keys" shape="cards" lines={4} />
      {query.data && working.length === 0 && (
        <EmptyState title="No active keys">
          <p className="max-w-[60ch] text-muted">A key gives your app its own daily limit. Just give it a name.</p>
          <Button onClick={() => void makeKey()}>Create {past.length === 0 ? "your first key" : "a key"}</Button>
        </EmptyState>
      )}
      {working.length > 0 && <KeyTable label="Active keys" keys={working} active={working} now={now} />}
      {past.length > 0 && (
        <div className="mt-6 grid gap-4">
          <div>
            <Button look="plain" aria-expanded={isPastShown} onClick={() => setIsPastShown(!isPastShown)}>
              {isPastShown ? "Hide" : "Show"} revoked and expired keys ({past.length})
            </Button>
          </div>
          {isPastShown && <KeyTable label="Revoked and expired keys" keys={past} active={working} now={now} />}
        </div>
      )}
    </section>
  );
}

interface KeyTableProps extends Pick<ComponentProps<typeof KeyRow>, "active" | "now"> {
  label: string;
  keys: ListedKey[];
}

/** Cards on narrow screens. CSS that changes `display` removes a table's roles, so each part states its role. */
function KeyTable({ label, keys, ...rest }: KeyTableProps) {
  return (
    <table role="table" aria-label={label} className="w-full text-left text-sm max-xl:block">
      <thead role="rowgroup" className="text-muted max-xl:sr-only">
        <tr role="row" className="border-b border-line">
          {keyColumns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="py-2 pr-4 font-normal whitespace-nowrap">
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col" className="py-2 font-normal">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:grid max-xl:gap-4">
        {keys.map((key) => (
          <KeyRow key={key.id} record={key} {...rest} />
        ))}
      </tbody>
    </table>
  );
}
