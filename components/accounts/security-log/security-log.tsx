"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { useLogPages } from "@/components/ui/use-log-pages";
import { textSchema, useSearchState } from "@/components/ui/use-search-state";
import type { SecurityLogEntry } from "@/lib/accounts/security-log/schema.browser";
import { AccountFilter } from "./account-filter";
import { CsvButton } from "./csv-button";
import { actionLabels } from "./event-label";
import { EventList } from "./event-list";

const pageLength = 50;

const narrowingSchema = textSchema({ action: "", account_id: "" });

/** The security log of all accounts, for administrators. */
export function SecurityLog() {
  const [narrowing, setNarrowing] = useSearchState(narrowingSchema);
  const [chosenName, setChosenName] = useState<string | null>(null);
  const { data } = useLogPages<SecurityLogEntry>("security-log", narrowing, pageLength);
  const entry = data?.pages.flat().find(({ account }) => account.id === narrowing.account_id);
  const name = chosenName ?? entry?.account.name ?? "one account";

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
            Events of <bdi className="font-semibold break-all">{name}</bdi> only
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
