"use client";

import { Ban } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { RelativeTime, DateTime } from "@/components/ui/date-time";
import type { KeyRecord } from "@/lib/keys/schema";
import type { KeyActions } from "./key-actions";
import { isWorking, stateOf } from "./key-state";
import { formatCount } from "./usage-share";
import { StateBadge } from "./state-badge";
import { UsagePanel } from "./usage-panel";
import { UsageBar } from "./usage-bar";

interface Props extends KeyActions {
  record: KeyRecord;
  /** Milliseconds since 1970. */
  now: number;
  columns: number;
}

export function KeyRow({ record, now, columns, onRotate, onRevoke }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { name, prefix, used_today, daily_limit, last_used_at, created_at, expires_at } = record;
  const works = isWorking(record, now);
  return (
    <>
      <tr
        role="row"
        className="border-line align-top max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-3 max-lg:rounded max-lg:border max-lg:p-4 lg:border-b"
      >
        <th role="rowheader" scope="row" className="py-3 pr-4 font-normal max-lg:col-span-2 max-lg:p-0">
          <span className="block font-semibold break-words">{name}</span>
          <span className="font-mono text-muted">{prefix}…</span>
        </th>
        <Cell label="State">
          <StateBadge state={stateOf(record, now)} />
        </Cell>
        <Cell label="Used today">
          <span className="block pb-1 whitespace-nowrap tabular-nums">
            {formatCount(used_today)} <span className="text-muted">of {formatCount(daily_limit)}</span>
          </span>
          <UsageBar label={`Used today with ${name}`} share={{ used: used_today, limit: daily_limit }} size="small" />
        </Cell>
        <Cell label="Last used">{last_used_at ? <RelativeTime at={last_used_at} now={now} /> : "never"}</Cell>
        <Cell label="Created">
          <DateTime at={created_at} look="day" />
        </Cell>
        <Cell label="Expires">{expires_at ? <DateTime at={expires_at} look="time" /> : "never"}</Cell>
        <td role="cell" className="py-2 max-lg:col-span-2 max-lg:p-0 lg:text-right">
          <span className="inline-flex flex-wrap gap-2 lg:flex-nowrap">
            <Button
              aria-expanded={isOpen}
              aria-controls={panelId}
              aria-label={`Usage of ${name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Usage
            </Button>
            {works && (
              <>
                <Button aria-label={`Rotate ${name}`} onClick={() => onRotate(record)}>
                  Rotate
                </Button>
                <Button look="danger" icon={Ban} aria-label={`Revoke ${name}`} onClick={() => onRevoke(record)}>
                  Revoke
                </Button>
              </>
            )}
          </span>
        </td>
      </tr>
      <tr role="row" id={panelId} hidden={!isOpen} className={isOpen ? "max-lg:block" : ""}>
        <td role="cell" colSpan={columns} className="pb-6 max-lg:block">
          {isOpen && <UsagePanel keyId={record.id} name={name} />}
        </td>
      </tr>
    </>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td role="cell" className="min-w-0 py-3 pr-4 max-lg:p-0">
      <span aria-hidden="true" className="block text-muted lg:hidden">
        {label}
      </span>
      {children}
    </td>
  );
}
