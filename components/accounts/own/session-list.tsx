import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { useToast } from "@/components/ui/toasts";
import { useNow } from "@/components/ui/use-now";
import type { AccountSession } from "@/lib/accounts/schema.browser";
import { useEndAllSessions, useEndSession } from "./account-mutations";
import { useSessions } from "./use-account";
import { WriteError } from "../../form/write-error";

export function SessionList() {
  const { data, error, refetch } = useSessions();
  const ending = useEndSession();
  const endingAll = useEndAllSessions();
  const isBusy = ending.isBusy || endingAll.isBusy;
  const now = useNow();
  const say = useToast();

  async function end(session: AccountSession) {
    const ended = await ending.mutate(session);
    if (ended && !session.current) say({ text: `Signed out: ${session.device ?? unknownDevice}.` });
  }

  if (!data) {
    return <QueryState query={{ data, error, refetch }} what="your sessions" lines={2} />;
  }
  const sessions = data.body.toSorted((one, other) => Number(other.current) - Number(one.current));
  return (
    <>
      <ul
        aria-label="Sessions"
        className="max-w-[640px] divide-y divide-line overflow-hidden rounded border border-line bg-raised"
      >
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 text-sm">
            <div className="min-w-0 grow basis-56">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-semibold break-words">{session.device ?? unknownDevice}</span>
                {session.current && (
                  <span className="rounded border border-edge px-2 text-xs leading-5">This browser</span>
                )}
              </p>
              <p className="mt-1 text-muted">
                {session.address ?? "Unknown network"}, signed in <RelativeTime at={session.created_at} now={now} />
                {session.current || (
                  <>
                    , last used <RelativeTime at={session.last_used_at} now={now} />
                  </>
                )}
              </p>
            </div>
            <Button
              aria-label={`Sign out ${session.device ?? unknownDevice}${session.current ? ", this browser" : ""}`}
              aria-disabled={isBusy}
              onClick={() => void end(session)}
            >
              Sign out
            </Button>
          </li>
        ))}
      </ul>
      <WriteError error={ending.error ?? endingAll.error} />
      <div>
        <Button aria-disabled={isBusy} onClick={() => void endingAll.mutate()}>
          Sign out everywhere
        </Button>
      </div>
    </>
  );
}

const unknownDevice = "Unknown device";
