"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useMay } from "@/components/accounts/current-staff";
import type { FormRecord } from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

const MergeWithAnother = late(() => import("./merge-with-another"), "MergeWithAnother");

/** Merges the record of a page with another one; leads to the other where that one stays. */
export function MergeButton({ path, id }: { path: ResourcePath; id: string }) {
  const mayMerge = useMay("merge");
  const { isMergeable } = useShapes()[path];
  const { data } = useApi<FormRecord>(`/${path}/${encodeURIComponent(id)}`);
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    // This button goes with the page.
    document.getElementById("content")?.focus();
    router.push(`/dashboard/${path}/${encodeURIComponent(next)}`);
  }, [next, path, router]);
  if (!mayMerge || !isMergeable || !data) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Merge with another…</Button>
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
