import { useEffect, useState } from "react";
import { today } from "@/components/ui/calendar";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { CastPlace } from "../cast";
import type { DetailIssue, detailIssues } from "./detail-rules";

type Check = typeof detailIssues;

/** The rules are loaded when they are first needed. Null if they can't be: then only the API validates. */
export async function loadDetailCheck(): Promise<Check | null> {
  return import("./detail-rules").then(
    (loaded) => loaded.detailIssues,
    () => null,
  );
}

/** What is wrong with a member's dates and covers; nothing until the rules are loaded. */
export function useDetailIssues(place: CastPlace, run: RunDays | undefined): readonly DetailIssue[] {
  const [check, setCheck] = useState<Check | null>(null);
  useEffect(() => {
    void loadDetailCheck().then((loaded) => setCheck(() => loaded));
  }, []);
  return check?.(place, run, today()) ?? [];
}
