import { formatCount } from "@/components/portal/keys/usage-share";
import { useKeyLimitRequests } from "./use-limit-requests";

const shownMilliseconds = 7 * 86_400_000;

interface Props {
  keyId: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The state of a key's latest request for a higher limit, until a week after its answer. */
export function RequestNote({ keyId, now }: Props) {
  const { data } = useKeyLimitRequests(keyId);
  const [latest] = data?.body ?? [];
  if (!latest || (latest.answered_at !== null && now - Date.parse(latest.answered_at) > shownMilliseconds)) return null;
  const { state, daily_limit, granted_limit } = latest;
  return (
    <span className="mt-1 block text-xs text-muted">
      {state === "received" && `${formatCount(daily_limit)} a day requested · pending`}
      {state === "granted" && `${formatCount(granted_limit ?? daily_limit)} a day granted`}
      {state === "declined" && `${formatCount(daily_limit)} a day declined`}
    </span>
  );
}
