import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, MoreHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { RequestNote, requestLimit } from "@/components/portal/limit-requests/request-limit";
import { Button } from "@/components/ui/button";
import { DropDown } from "@/components/ui/drop-down";
import { RelativeTime, DateTime } from "@/components/ui/date-time";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import { apiQuery } from "@/lib/http/client/hooks.browser";
import type { ListedKey, UsageDay } from "@/lib/accounts/keys/schema.browser";
import { isWorking, keyStateLabels, keySuffix, labelOfKey, stateOf, successorOf, usagePath } from "./key-state";
import { editKey, KeyPrefix, revokeOwnKey, rotateKey } from "./key-tasks";
import { formatCount, UsageBar } from "./usage";
import { Sparkline, sumOf, UsageChart } from "./usage-chart";

const KeyRequests = late(() => import("./key-requests"), "KeyRequests");

const stateLooks = {
  working: "border-edge text-ink",
  grace: "border-gilt text-ink",
  expired: "border-transparent bg-sunken text-muted",
  revoked: "border-transparent bg-sunken text-muted",
};

export const keyColumns = ["Key", "State", "Used today", "Last 30 days", "Last used", "Created", "Expires"];

interface Props {
  record: ListedKey;
  /** The keys of the account that work. */
  active: ListedKey[];
  /** Milliseconds since 1970. */
  now: number;
}

export function KeyRow({ record, active, now }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { id, name, note, used_today, daily_limit, last_used_at, created_at, expires_at, counts_as } = record;
  const works = isWorking(record, now);
  const state = stateOf(record, now);
  const successor = successorOf(record, active);
  const label = labelOfKey(record, active);
  const sharing = active.filter((other) => other.id !== id && other.counts_as === counts_as);
  const actions = [
    { text: "Edit", name: `Edit ${label}`, run: () => editKey(record) },
    { text: "Request a higher limit", name: `Request a higher limit for ${label}`, run: () => requestLimit(record) },
    { text: "Rotate", name: `Rotate ${label}`, run: () => rotateKey(record) },
    { text: "Revoke", name: `Revoke ${label}`, run: () => revokeOwnKey(record, active), isDanger: true },
  ];
  return (
    <>
      <tr
        role="row"
        className="border-line align-top max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-4 max-xl:gap-y-3 max-xl:rounded max-xl:border max-xl:p-4 xl:border-b"
      >
        <th role="rowheader" scope="row" className="py-3 pr-4 font-normal max-xl:col-span-2 max-xl:p-0">
          <span className="block font-semibold break-words">{name}</span>
          <KeyPrefix record={record} />
          {state.name === "grace" && (
            <span className="block text-sm text-muted">
              Stops working <DateTime at={state.until} look="time" />
              {successor && `, replaced by …${keySuffix(successor)}`}
            </span>
          )}
          {note && <span className="block text-sm break-words text-muted">{note}</span>}
        </th>
        <Cell label="State">
          <span
            className={`inline-block rounded border px-2 py-px text-sm whitespace-nowrap ${stateLooks[state.name]}`}
          >
            {state.name === "working" && used_today >= daily_limit ? "Used up today" : keyStateLabels[state.name]}
          </span>
        </Cell>
        <Cell label="Used today">
          <span className="block pb-1 whitespace-nowrap tabular-nums">
            {formatCount(used_today)} <span className="text-muted">of {formatCount(daily_limit)}</span>
          </span>
          <UsageBar label={`Used today with ${label}`} used={used_today} limit={daily_limit} />
          {/* Keys that share a count show the same figure; without this it would look like twice the use. */}
          {works && !successor && sharing.length > 0 && (
            <span className="mt-1 block text-xs text-muted">
              Shares its limit with {sharing.map((other) => `…${keySuffix(other)}`).join(", ")}
            </span>
          )}
          {works && !successor && <RequestNote keyId={id} now={now} />}
        </Cell>
        <Cell label="Last 30 days">{works ? <Sparkline keyId={id} /> : <span className="text-muted">–</span>}</Cell>
        <Cell label="Last used">{last_used_at ? <RelativeTime at={last_used_at} /> : "never"}</Cell>
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
              {(works ? actions : actions.slice(0, 1)).map(({ text, name: actionName, run, isDanger = false }) => (
                <Button
                  key={text}
                  look={isDanger ? "danger" : "plain"}
                  icon={isDanger ? Ban : undefined}
                  className="justify-start! whitespace-nowrap"
                  data-closes
                  aria-label={actionName}
                  onClick={() => void run()}
                >
                  {text}
                </Button>
              ))}
            </DropDown>
          </span>
        </td>
      </tr>
      <tr role="row" id={panelId} hidden={!isOpen} className={isOpen ? "max-xl:block" : ""}>
        <td role="cell" colSpan={keyColumns.length + 1} className="pb-6 max-xl:block">
          {isOpen && <UsagePanel keyId={id} name={label} />}
        </td>
      </tr>
    </>
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

/** The last 30 days of a key, as chart, summary and table, its routes, and what failed. Fetched anew each time. */
function UsagePanel({ keyId, name }: { keyId: string; name: string }) {
  const usage = useQuery({ ...apiQuery<UsageDay[]>(useQueryClient(), usagePath(keyId)), staleTime: 0 });
  return (
    <div className="grid gap-6 rounded border border-line p-4">
      {usage.data && <Figures name={name} days={usage.data.body} />}
      <QueryState query={usage} what="usage" lines={5} />
      {usage.data && <KeyRequests keyId={keyId} name={name} />}
    </div>
  );
}

function Figures({ name, days }: { name: string; days: UsageDay[] }) {
  const { served, refused } = sumOf(days);
  const summary = `${formatCount(served)} requests in the last ${days.length} days, ${formatCount(refused)} rate-limited.`;
  return (
    <div className="grid gap-3">
      <p className="text-sm">{summary}</p>
      {served + refused > 0 && <UsageChart label={`${name}: ${summary}`} days={days} />}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">Show as table</summary>
        <DayTable name={name} days={days} />
      </details>
    </div>
  );
}

function DayTable({ name, days }: { name: string; days: UsageDay[] }) {
  return (
    <table aria-label={`Daily requests of ${name}`} className="mt-2 w-full max-w-[480px] text-left">
      <thead className="text-muted">
        <tr className="border-b border-line">
          {["Day (UTC)", "Served", "Rate-limited"].map((title) => (
            <th key={title} scope="col" className="py-1 text-right font-normal first:text-left">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, requests, refused }) => (
          <tr key={date} className="border-b border-line tabular-nums">
            <th scope="row" className="py-1 font-normal">
              {date}
            </th>
            <td className="py-1 text-right">{formatCount(requests)}</td>
            <td className="py-1 text-right">{formatCount(refused ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
