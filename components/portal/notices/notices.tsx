"use client";

import { useRef, useState } from "react";
import { WriteError } from "@/components/form/write-error";
import { LimitDialog } from "@/components/portal/keys/key-dialogs";
import { isWorking } from "@/components/portal/keys/key-state";
import { useKeys } from "@/components/portal/keys/use-keys";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { useNow } from "@/components/ui/use-now";
import type { NoticeRecord } from "@/lib/keys/notices/schema.browser";
import type { KeyRecord } from "@/lib/keys/schema.browser";
import { useDismissNotice, useNotices } from "./use-notices";

/** For what the reader should act on soon. */
const urgent: readonly NoticeRecord["kind"][] = ["key-found", "limit-reached", "password-changed", "wrong-codes"];
const looks = { urgent: "bg-curtain-wash text-curtain", quiet: "border border-line bg-raised" };

/** What the reader should know about their keys and account, until they dismiss it. */
export function Notices() {
  const { data } = useNotices();
  const { mutate: dismiss, error } = useDismissNotice();
  const keys = useKeys().data?.body ?? [];
  const [limited, setLimited] = useState<KeyRecord | null>(null);
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const notices = data?.body ?? [];
  useKeptFocus(notices.length, list);
  /** The working key whose limit is reached, if a notice is about that. */
  const limitedBy = ({ kind, key_id }: NoticeRecord) =>
    kind === "limit-reached" ? keys.find((key) => key.id === key_id && isWorking(key, now)) : undefined;

  return (
    <>
      <div role="status" className="grid gap-3 not-empty:pb-8">
        {notices.length > 0 && (
          <ul ref={list} tabIndex={-1} aria-label="Notices" className="grid gap-3">
            {notices.map((notice) => (
              <Notice
                key={notice.id}
                {...{ notice, now }}
                limited={limitedBy(notice)}
                onRequestLimit={setLimited}
                onDismiss={() => void dismiss(notice.id)}
              />
            ))}
          </ul>
        )}
        <WriteError error={error} />
      </div>
      {limited && <LimitDialog record={limited} onClose={() => setLimited(null)} />}
    </>
  );
}

interface NoticeProps {
  notice: NoticeRecord;
  /** The key that can ask for more. */
  limited: KeyRecord | undefined;
  /** Milliseconds since 1970. */
  now: number;
  onRequestLimit(key: KeyRecord): void;
  onDismiss(): void;
}

function Notice({ notice: { id, kind, title, text, at }, limited, now, onRequestLimit, onDismiss }: NoticeProps) {
  return (
    <li
      className={`flex flex-wrap items-center gap-4 rounded p-4 ${looks[urgent.includes(kind) ? "urgent" : "quiet"]}`}
    >
      <p id={`notice-${id}`} className="min-w-0 grow basis-64 break-words">
        <strong className="block">{title}</strong>
        {text}{" "}
        <span className="whitespace-nowrap">
          (<RelativeTime at={at} now={now} />)
        </span>
      </p>
      {limited && (
        <Button aria-describedby={`notice-${id}`} onClick={() => onRequestLimit(limited)}>
          Request a higher limit
        </Button>
      )}
      <Button aria-label={`Dismiss: ${title}`} aria-describedby={`notice-${id}`} onClick={onDismiss}>
        Dismiss
      </Button>
    </li>
  );
}
