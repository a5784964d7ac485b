import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { ActionRow, RemoteList } from "@/components/ui/remote-list";
import type { AccountSession } from "@/lib/accounts/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { signedOutPath } from "./own/use-next-auth";

/** Where an account is signed in, this browser first, to end one by one or all. @param path under `/api`. */
export function Sessions({ path }: { path: string }) {
  const query = useApi<AccountSession[]>(path);
  const { write, isBusy, error } = useWrite();
  const sessions = query.data?.body.toSorted((one, other) => Number(other.current) - Number(one.current)) ?? [];

  async function end(place: string, ended: readonly AccountSession[], doneText: string) {
    const isOver = ended.some(({ current }) => current);
    const ending = await write("DELETE", place, undefined, isOver ? { refetch: [] } : { doneText });
    // A full load, so that no data in memory outlives the session.
    if (ending && isOver) location.assign(signedOutPath);
  }

  return (
    <>
      <RemoteList
        query={query}
        items={sessions}
        what="the sessions"
        label="Sessions"
        lines={2}
        className="max-w-[640px]"
        empty={<p className="text-sm text-muted">Not signed in anywhere.</p>}
        row={(session) => {
          const { id, device, address, current, created_at, last_used_at } = session;
          const name = device ?? "Unknown device";
          return (
            <ActionRow
              actions={[
                {
                  text: "Sign out",
                  name: `Sign out ${name}${current ? ", this browser" : ""}`,
                  isDisabled: isBusy,
                  run: () => end(`${path}/${encodeURIComponent(id)}`, [session], `Signed out: ${name}.`),
                },
              ]}
            >
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-semibold break-words">{name}</span>
                {current && <span className="rounded border border-edge px-2 text-xs leading-5">This browser</span>}
              </p>
              <p className="mt-1 text-muted">
                {address ?? "Unknown network"}, signed in <RelativeTime at={created_at} />
                {current || (
                  <>
                    , last used <RelativeTime at={last_used_at} />
                  </>
                )}
              </p>
            </ActionRow>
          );
        }}
      />
      <WriteError error={error} />
      {sessions.length > 0 && (
        <div>
          <Button aria-disabled={isBusy} onClick={() => void end(path, sessions, "Signed out everywhere.")}>
            Sign out everywhere
          </Button>
        </div>
      )}
    </>
  );
}
