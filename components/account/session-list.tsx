"use client";

import { Button } from "@/components/ui/button";
import { Ago, Moment } from "@/components/ui/moment";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { useWrite } from "@/components/use-write";
import { sendApi } from "@/lib/api/client";
import { ApiTrouble } from "./api-trouble";
import { leaveFor } from "./leave";
import { useSessions } from "./use-account";
import { WriteTrouble } from "./write-trouble";

export function SessionList() {
  const { data, error, refetch } = useSessions();
  const { write, isBusy, error: problem } = useWrite();
  const now = useNow();

  async function leaveEverywhere() {
    if (await write(() => sendApi("DELETE", "/account/sessions"))) leaveFor("/sign-in");
  }

  if (!data) {
    return error ? (
      <ApiTrouble title="Your sessions can’t be shown" error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton lines={2} label="Loading your sessions…" />
    );
  }
  return (
    <>
      <ul className="grid max-w-[640px] gap-2">
        {data.body.map(({ id, created_at, expires_at, current }) => (
          <li key={id} className="rounded border border-line px-4 py-3 text-sm">
            <span className={current ? "font-semibold" : ""}>{current ? "This browser" : "Another browser"}</span>,
            since <Ago at={created_at} now={now} />, until <Moment at={expires_at} look="time" />
          </li>
        ))}
      </ul>
      <WriteTrouble error={problem} />
      <div>
        <Button aria-disabled={isBusy} onClick={() => void leaveEverywhere()}>
          Sign out everywhere
        </Button>
      </div>
    </>
  );
}
