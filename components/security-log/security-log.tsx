"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { AccountFilter } from "./account-filter";
import { CsvButton } from "./csv-button";
import { actionLabels } from "./event-label";
import { EventList } from "./event-list";
import { securityLogParameters, useSecurityLog } from "./use-security-log";

const pageLength = 50;

interface Narrowing {
  action: string;
  account_id: string;
}

/** The security log of all accounts, for administrators. */
export function SecurityLog() {
  const parameters = useSearchParams();
  const narrowing = { action: parameters.get("action") ?? "", account_id: parameters.get("account_id") ?? "" };
  const [chosenName, setChosenName] = useState<string | null>(null);
  const { data } = useSecurityLog(narrowing, pageLength);
  const entry = data?.pages.flat().find(({ account }) => account.id === narrowing.account_id);
  const name = chosenName ?? entry?.account.name ?? "one account";

  /** Filters are kept in the address, so that a filtered view can be shared. */
  function narrow(part: Partial<Narrowing>) {
    const query = securityLogParameters({ ...narrowing, ...part });
    history.replaceState(null, "", `${location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }

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
        >
          <option value="">All events</option>
          {Object.entries(actionLabels).map(([action, label]) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </SelectField>
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
        <CsvButton narrowing={narrowing} />
      </div>
      <EventList narrowing={narrowing} pageLength={pageLength} onNarrow={narrowTo} />
    </div>
  );
}
