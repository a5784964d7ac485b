"use client";

import { useRef } from "react";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { isWorking } from "@/components/portal/keys/key-state";
import { useKeys } from "@/components/portal/keys/key-list";
import { requestLimit } from "@/components/portal/limit-requests/request-limit";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { useKeptFocus } from "@/components/ui/remote-list";
import { useNow } from "@/components/ui/use-now";
import { apiQueryKey, useApi } from "@/lib/http/client/hooks.browser";
import type { NoticeRecord } from "@/lib/accounts/keys/notices/schema.browser";

const path = "/account/notices";
/** Free while nothing changes. */
const lookMilliseconds = 60_000;

/** For what the reader should act on soon. */
const urgent: readonly NoticeRecord["kind"][] = ["key-found", "limit-reached", "password-changed", "wrong-codes"];
const looks = { urgent: "bg-curtain-wash text-curtain", quiet: "border border-line bg-raised" };

/** What the reader should know about their keys and account, until they dismiss it. */
export function Notices() {
  const { data } = useApi<NoticeRecord[]>(path, { everyMilliseconds: lookMilliseconds });
  const { write, error } = useWrite();
  const keys = useKeys().data?.body ?? [];
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const notices = data?.body ?? [];
  useKeptFocus(notices.length, list);
  const dismiss = (id: string) =>
    write("DELETE", `${path}/${encodeURIComponent(id)}`, undefined, { refetch: [apiQueryKey(path)] });

  return (
    <div role="status" className="grid gap-3 not-empty:pb-8">
      {notices.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Notices" className="grid gap-3">
          {notices.map(({ id, kind, title, text, at, key_id }) => {
            /** The working key that can ask for more. */
            const limited =
              kind === "limit-reached" ? keys.find((key) => key.id === key_id && isWorking(key, now)) : undefined;
            return (
              <li
                key={id}
                className={`flex flex-wrap items-center gap-4 rounded p-4 ${looks[urgent.includes(kind) ? "urgent" : "quiet"]}`}
              >
                <p id={`notice-${id}`} className="min-w-0 grow basis-64 break-words">
                  <strong className="block">{title}</strong>
                  {text}{" "}
                  <span className="whitespace-nowrap">
                    (<RelativeTime at={at} />)
                  </span>
                </p>
                {limited && (
                  <Button aria-describedby={`notice-${id}`} onClick={() => void requestLimit(limited)}>
                    Request a higher limit
                  </Button>
                )}
                <Button
                  aria-label={`Dismiss: ${title}`}
                  aria-describedby={`notice-${id}`}
                  onClick={() => void dismiss(id)}
                >
                  Dismiss
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <WriteError error={error} />
    </div>
  );
}
