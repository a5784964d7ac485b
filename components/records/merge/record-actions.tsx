"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useMay } from "@/components/accounts/current-staff";
import type { FormRecord } from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { CalendarOfRecord } from "./calendar-dialog";

const CalendarDialog = late(() => import("./calendar-dialog"), "CalendarDialog");
const MergeWithAnother = late(() => import("./merge-with-another"), "MergeWithAnother");

interface Props {
  path: ResourcePath;
  id: string;
  calendar: CalendarOfRecord | null;
}

/**
 * What the page of a record offers until the record is deleted: its calendar, and to merge it with another one, which
 * leads to the other where that one stays.
 */
export function RecordActions({ path, id, calendar }: Props) {
  const mayMerge = useMay("merge");
  const { isMergeable } = useShapes()[path];
  const { data, error } = useApi<FormRecord>(`/${path}/${encodeURIComponent(id)}`);
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    // The pressed button goes with the page.
    document.getElementById("content")?.focus();
    router.push(`/dashboard/${path}/${encodeURIComponent(next)}`);
  }, [next, path, router]);
  if (error?.response?.status === 404 && !isOpen) return null;
  return (
    <>
      {calendar && (
        <Button onClick={() => void openDialog((end) => <CalendarDialog {...calendar} onDismiss={() => end(null)} />)}>
          Add to calendar…
        </Button>
      )}
      {mayMerge && isMergeable && data && <Button onClick={() => setIsOpen(true)}>Merge with another…</Button>}
      {isOpen && (
        <MergeWithAnother
          path={path}
          id={id}
          onMerged={(survivor) => {
            setIsOpen(false);
            if (survivor !== id) setNext(survivor);
          }}
          onDismiss={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
