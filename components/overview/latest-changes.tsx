"use client";

import Link from "next/link";
import { EntryList } from "@/components/records/undo/entry-list";
import { QueryState } from "@/components/ui/query-state";
import { TitledSection } from "@/components/ui/titled-section";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { useMay } from "../accounts/current-staff";
import { latestChanges, latestChangesQuery } from "./latest-changes-path";

const shown = 8;

export function LatestChanges() {
  const mayRead = useMay("readActivity");
  const { data, error, refetch } = useApi<ActivityEntry[]>(latestChanges, { isEnabled: mayRead });
  if (!mayRead) return null;
  return (
    <TitledSection id="latest" title="Latest changes" className="mt-10" look="mb-3 text-xl">
      <QueryState query={{ data, error, refetch }} what="the latest changes" lines={5} />
      {data?.body.length === 0 && (
        <p className="text-sm text-muted">No changes yet. Your edits will appear here, with Undo.</p>
      )}
      {data && data.body.length > 0 && (
        <>
          <EntryList
            entries={data.body}
            label="Latest changes"
            isMixed
            max={shown}
            isCut={data.body.length === latestChangesQuery}
          />
          <p className="mt-3 text-sm">
            <Link href="/dashboard/activity" prefetch={false} className="underline underline-offset-4">
              All activity
            </Link>
          </p>
        </>
      )}
    </TitledSection>
  );
}
