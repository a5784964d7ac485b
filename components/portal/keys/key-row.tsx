import { Ban, MoreHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { RequestNote, useRequestLimit } from "@/components/portal/limit-requests/request-limit";
import { Button } from "@/components/ui/button";
import { DropDown } from "@/components/ui/drop-down";
import { RelativeTime, DateTime } from "@/components/ui/date-time";
import type { KeyRecord, ListedKey } from "@/lib/accounts/keys/schema.browser";
import {
  isWorking,
  keysSharingLimit,
  keyStateLabels,
  keySuffix,
  labelOfKey,
  stateOf,
  successorOf,
  type KeyState,
} from "./key-state";
import { editKey, KeyPrefix, revokeOwnKey, rotateKey } from "./key-tasks";
import { formatCount } from "./usage-share";
import { Sparkline, UsagePanel } from "./usage-panel";
import { UsageBar } from "./usage-bar";

const stateLooks = {
  working: "border-edge text-ink",
  grace: "border-gilt text-ink",
  expired: "border-transparent bg-sunken text-muted",
  revoked: "border-transparent bg-sunken text-muted",
};

interface Props {
  record: ListedKey;
  /** All keys of the account. */
  all: ListedKey[];
  /** Milliseconds since 1970. */
  now: number;
  columns: number;
}

export function KeyRow({ record, all, now, columns }: Props) {
  const requestLimit = useRequestLimit();
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { id, name, note, used_today, daily_limit, last_used_at, created_at, expires_at } = record;
  const active = all.filter((key) => isWorking(key, now));
  const works = isWorking(record, now);
  const successor = successorOf(record, active);
  const label = labelOfKey(record, active);
  return (
    <>
      <tr
        role="row"
        className="border-line align-top max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-4 max-xl:gap-y-3 max-xl:rounded max-xl:border max-xl:p-4 xl:border-b"
      >
        <th role="rowheader" scope="row" className="py-3 pr-4 font-normal max-xl:col-span-2 max-xl:p-0">
          <span className="block font-semibold break-words">{name}</span>
          <KeyPrefix record={record} />
          <Ending state={stateOf(record, now)} replacement={successor && keySuffix(successor)} />
          {note && <span className="block text-sm break-words text-muted">{note}</span>}
        </th>
        <Cell label="State">
          <StateBadge
            state={stateOf(record, now)}
            isUsedUp={used_today >= daily_limit}
            isNew={active.some((old) => successorOf(old, active) === record)}
          />
        </Cell>
        <Cell label="Used today">
          <span className="block pb-1 whitespace-nowrap tabular-nums">
            {formatCount(used_today)} <span className="text-muted">of {formatCount(daily_limit)}</span>
          </span>
          <UsageBar label={`Used today with ${label}`} share={{ used: used_today, limit: daily_limit }} />
          {works && !successor && <SharedCount others={keysSharingLimit(record, active)} />}
          {works && !successor && <RequestNote keyId={id} now={now} />}
        </Cell>
        <Cell label="Last 30 days">{works ? <Sparkline keyId={id} /> : <span className="text-muted">–</span>}</Cell>
        <Cell label="Last used">{last_used_at ? <RelativeTime at={last_used_at} now={now} /> : "never"}</Cell>
        <Cell label="Created">
          <DateTime at={created_at} look="day" />
        </Cell>
        <Cell label="Expires">{expires_at ? <DateTime at={expires_at} look="time" /> : "never"}</Cell>
        <td role="cell" className="py-2 max-xl:col-span-2 max-xl:p-0 xl:text-right">
          <span className="inline-flex flex-wrap gap-2 xl:flex-nowrap">
            <Button
              aria-expanded={isOpen}
              aria-controls={panelId}
              aria-label={`Usage of ${label}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Usage
            </Button>
            <DropDown
              label={<MoreHorizontal aria-hidden="true" size={16} />}
              name={`More actions for ${label}`}
              side="right"
            >
              <Action label={`Edit ${label}`} onClick={() => void editKey(record)}>
                Edit
              </Action>
              {works && (
                <>
                  <Action label={`Request a higher limit for ${label}`} onClick={() => void requestLimit(record)}>
                    Request a higher limit
                  </Action>
                  <Action label={`Rotate ${label}`} onClick={() => void rotateKey(record)}>
                    Rotate
                  </Action>
                  <Action look="danger" label={`Revoke ${label}`} onClick={() => void revokeOwnKey(record, active)}>
                    Revoke
                  </Action>
                </>
              )}
            </DropDown>
          </span>
        </td>
      </tr>
      <tr role="row" id={panelId} hidden={!isOpen} className={isOpen ? "max-xl:block" : ""}>
        <td role="cell" colSpan={columns} className="pb-6 max-xl:block">
          {isOpen && <UsagePanel keyId={id} name={label} />}
        </td>
      </tr>
    </>
  );
}

interface ActionProps {
  look?: "danger";
  label: string;
  onClick(): void;
  children: string;
}

/** An entry of a row's menu. */
function Action({ look, label, onClick, children }: ActionProps) {
  return (
    <Button
      look={look ?? "plain"}
      icon={look && Ban}
      className="justify-start! whitespace-nowrap"
      data-closes
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** Keys that share a count show the same figure; without this it would look like twice the use. */
function SharedCount({ others }: { others: KeyRecord[] }) {
  if (others.length === 0) return null;
  return (
    <span className="mt-1 block text-xs text-muted">
      Shares its limit with{" "}
      {others.map((other, index) => (
        <span key={other.id}>
          {index > 0 && ", "}
          <code className="font-mono whitespace-nowrap">…{keySuffix(other)}</code>
        </span>
      ))}
    </span>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td role="cell" className="min-w-0 py-3 pr-4 max-xl:p-0">
      <span aria-hidden="true" className="block text-muted xl:hidden">
        {label}
      </span>
      {children}
    </td>
  );
}

/** When a key that was rotated ends, and which key replaces it. */
function Ending({ state, replacement }: { state: KeyState; replacement: string | null }) {
  if (state.name !== "grace") return null;
  return (
    <span className="block text-sm text-muted">
      Stops working <DateTime at={state.until} look="time" />
      {replacement !== null && (
        <>
          , replaced by <code className="font-mono whitespace-nowrap">…{replacement}</code>
        </>
      )}
    </span>
  );
}

/** @param isUsedUp whether a key that works is refused until midnight. @param isNew whether the key replaces another that still works. */
function StateBadge({ state, isUsedUp, isNew }: { state: KeyState; isUsedUp: boolean; isNew: boolean }) {
  return (
    <span className={`inline-block rounded border px-2 py-px text-sm whitespace-nowrap ${stateLooks[state.name]}`}>
      {isUsedUp && state.name === "working" ? "Used up today" : keyStateLabels[state.name]}
      {isNew && " · New"}
    </span>
  );
}
