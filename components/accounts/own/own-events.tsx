import { CsvButton } from "@/components/accounts/security-log/csv-button";
import { EventList } from "@/components/accounts/security-log/event-list";

const pageLength = 10;

/** The security events of one's own account. @param accountId also keeps an administrator to their own events. */
export function OwnEvents({ accountId }: { accountId: string }) {
  const narrowing = { account_id: accountId };
  return (
    <div className="grid max-w-[640px] gap-4">
      <EventList narrowing={narrowing} pageLength={pageLength} />
      <div>
        <CsvButton log="security-log" narrowing={narrowing} />
      </div>
    </div>
  );
}
