import { Device } from "@/components/accounts/device";
import { roleBadges } from "@/components/accounts/role-labels";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { RemoteList } from "@/components/ui/remote-list";
import type { SecurityAction, SecurityLogEntry } from "@/lib/accounts/security-log/schema.browser";
import { useLogPages } from "@/components/ui/use-pages";
import { CsvButton } from "./csv-button";

interface Props {
  narrowing: Readonly<Record<string, string>>;
  pageLength: number;
  /** Shows only the events of an account. Absent: all are the reader's own. */
  onNarrow?: ((account: SecurityLogEntry["account"]) => void) | undefined;
}

/** Security events, newest first, with older pages on request. */
export function EventList({ narrowing, pageLength, onNarrow }: Props) {
  const query = useLogPages<SecurityLogEntry>("security-log", narrowing, pageLength);
  return (
    <RemoteList
      query={query}
      items={query.data?.pages.flat() ?? []}
      what="the security log"
      label="Security events"
      lines={6}
      empty={<EmptyState title="No events" />}
      row={(entry) => (
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 p-3">
          <div className="min-w-0 grow basis-64">
            <p className="font-semibold break-words">{labelOf(entry)}</p>
            <Who entry={entry} onNarrow={onNarrow} />
            <Where entry={entry} />
          </div>
          <span className="text-muted">
            <DateTime at={entry.at} look="time" />
          </span>
        </div>
      )}
    />
  );
}

/** The security events of one's own account. @param accountId also keeps an administrator to their own events. */
export function OwnEvents({ accountId }: { accountId: string }) {
  const narrowing = { account_id: accountId };
  return (
    <div className="grid max-w-[640px] gap-4">
      <EventList narrowing={narrowing} pageLength={10} />
      <div>
        <CsvButton log="security-log" narrowing={narrowing} />
      </div>
    </div>
  );
}

function Who({ entry, onNarrow }: { entry: SecurityLogEntry; onNarrow: Props["onNarrow"] }) {
  const { account, by, action } = entry;
  if (!onNarrow) return by === null && byOthers.includes(action) ? <p>By an administrator or the service</p> : null;
  const isByOther = by !== null && by.id !== account.id;
  return (
    <p className="break-words">
      <button type="button" className="min-h-6 text-left underline" onClick={() => onNarrow(account)}>
        <bdi>{nameOf(account, action)}</bdi>
      </button>
      {isByOther && (
        <>
          , by <bdi>{nameOf(by, "blocked")}</bdi>
        </>
      )}
      {by === null && byOthers.includes(action) && ", by the service or its operator"}
    </p>
  );
}

/** What people do not do to their own account, unless the entry names them. */
const byOthers: readonly SecurityLogEntry["action"][] = [
  "sign-out",
  "password-reset",
  "key-created",
  "key-revoked",
  "limit-changed",
  "role-changed",
  "blocked",
  "unblocked",
];

function nameOf({ name }: SecurityLogEntry["account"], action: SecurityLogEntry["action"]): string {
  return name ?? (action === "invited" ? "a person without an account" : "a former member");
}

function Where({ entry: { address, user_agent } }: { entry: SecurityLogEntry }) {
  if (address === null && user_agent === null) return null;
  return (
    <p className="break-words text-muted">
      {address}
      {address !== null && user_agent !== null && " · "}
      {user_agent !== null && <Device userAgent={user_agent} />}
    </p>
  );
}

/** What each action is called in filters, and where an entry has no details. */
export const actionLabels: { readonly [A in SecurityAction]: string } = {
  "signed-up": "Account created",
  "sign-in": "Signed in",
  "sign-in-failed": "Wrong password or code",
  "sign-out": "Signed out",
  "password-changed": "Password changed",
  "password-reset": "Password reset",
  "address-verified": "Email address verified",
  "key-created": "Key created",
  "key-rotated": "Key rotated",
  "key-revoked": "Key revoked",
  "key-reported": "Key reported as found, and revoked",
  "limit-changed": "Limit of key changed",
  "role-changed": "Role changed",
  blocked: "Blocked",
  unblocked: "Unblocked",
  invited: "Invited",
  "account-deleted": "Account deleted",
  "second-factor-added": "Second factor added",
  "second-factor-removed": "Second factor removed",
  "recovery-code-used": "Recovery code used",
  "recovery-codes-made": "Recovery codes created",
};

/** What happened, with its details: `Role changed from developer to editor`. */
function labelOf({ action, detail }: Pick<SecurityLogEntry, "action" | "detail">): string {
  const label = actionLabels[action];
  const { from, to, role, link, prefix, provider, factor } = detail ?? {};
  if (action === "role-changed") return `${label} from ${roleName(from)} to ${roleName(to)}`;
  if (action === "invited" && link === "withdrawn") return "Invitation withdrawn";
  if (action === "invited") return `${label} as ${roleName(role)}`;
  if (action === "password-reset") return link === "created" ? "Reset link created" : "Password reset by a link";
  if (action === "key-rotated" && from && to) return `Key ${from}… replaced by ${to}…`;
  if (action === "limit-changed" && from && to)
    return `${keyLabel(label, prefix)} from ${grouped(from)} to ${grouped(to)}`;
  if (action === "sign-in" && provider) return `${label} with ${provider === "passkey" ? "a passkey" : provider}`;
  if (factor) return label.replace("Second factor", factor === "totp" ? "Authenticator app" : "Passkey");
  return keyLabel(label, prefix);
}

/** `Key created` becomes `Key tl_live_4Tq9… created`. */
function keyLabel(label: string, prefix: string | undefined): string {
  return prefix === undefined ? label : label.replace(/\bkey\b/i, (key) => `${key} ${prefix}…`);
}

/** `10000` becomes `10,000`. */
function grouped(figure: string): string {
  return /^\d+$/.test(figure) ? Number(figure).toLocaleString("en-GB") : figure;
}

/** In lower case. */
function roleName(role: string | undefined): string {
  const [, name = "another"] = Object.entries(roleBadges).find(([one]) => one === role) ?? [];
  return name.toLowerCase();
}
