"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ComboboxField } from "@/components/ui/combobox";
import { SelectField } from "@/components/ui/field";
import { textSchema, useSearchState } from "@/components/ui/use-search-state";
import { usePausedText } from "@/components/ui/use-paused-text";
import type { AccountSearchPage } from "@/lib/accounts/overview/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { CsvButton } from "./csv-button";
import { actionLabels, EventList } from "./event-list";

const pageLength = 50;

const narrowingSchema = textSchema({ action: "", account_id: "" });

/** The security log of all accounts, for administrators. */
export function SecurityLog() {
  const [narrowing, setNarrowing] = useSearchState(narrowingSchema);
  const [chosenName, setChosenName] = useState<string | null>(null);

  const narrow = (part: Partial<typeof narrowing>) => setNarrowing({ ...narrowing, ...part });
  function narrowTo(account: { id: string; name: string | null }) {
    setChosenName(account.name);
    narrow({ account_id: account.id });
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:w-[640px]">
        <SelectField
          label="Event"
          value={narrowing.action}
          onChange={(event) => narrow({ action: event.target.value })}
          none="All events"
          options={Object.entries(actionLabels)}
        />
        <AccountFilter onChoose={narrowTo} />
      </div>
      {narrowing.account_id !== "" && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            Events of <bdi className="font-semibold break-all">{chosenName ?? "one account"}</bdi> only
          </span>
          <Button onClick={() => narrow({ account_id: "" })}>Show all accounts</Button>
        </p>
      )}
      <div>
        <CsvButton log="security-log" narrowing={narrowing} />
      </div>
      <EventList narrowing={narrowing} pageLength={pageLength} onNarrow={narrowTo} />
    </div>
  );
}

const maxOptions = 8;

/** Finds an account by its address or name. */
function AccountFilter({ onChoose }: { onChoose(account: { id: string; name: string }): void }) {
  const [typed, setTyped] = useState("");
  const wanted = usePausedText(typed);
  const [isOpen, setIsOpen] = useState(false);
  const query = new URLSearchParams({ limit: String(maxOptions), ...(wanted === "" ? {} : { q: wanted }) });
  const { data, error, isFetching } = useApi<AccountSearchPage>(`/accounts/search?${query}`, { isEnabled: isOpen });
  const options = (data?.body.accounts ?? []).map(({ id: key, name, email }) => ({
    key,
    name: name ?? email,
    content: (
      <>
        <bdi className="min-w-0 break-all">{email}</bdi>
        {name !== null && <bdi className="min-w-0 break-words text-muted">{name}</bdi>}
      </>
    ),
  }));
  return (
    <ComboboxField
      label="Account"
      value={typed}
      placeholder="All accounts"
      listLabel="Accounts"
      options={options}
      isLoading={isFetching || typed.trim() !== wanted}
      popup={{
        isOpen,
        note: error?.message ?? (data && options.length === 0 ? "No accounts match." : null),
        open: () => setIsOpen(true),
        close: () => setIsOpen(false),
      }}
      onType={setTyped}
      onChoose={({ key, name }) => {
        setTyped("");
        onChoose({ id: key, name });
      }}
    />
  );
}
