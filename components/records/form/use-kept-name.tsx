"use client";

import { useState } from "react";
import { today } from "@/components/ui/calendar";
import type { Along } from "@/components/records/details/save-part";
import { useRecordShape } from "@/components/records/shapes";
import { useLoaded } from "@/components/ui/use-loaded";
import { RequestError } from "@/lib/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

const loadPrompt = () => import("./kept-name-prompt");
const loadNothing = () => Promise.resolve(null);

interface Renaming {
  path: ResourcePath;
  id: string;
  part: "details" | undefined;
  /** The name as saved; undefined for a record without one. */
  before: unknown;
  /** The name as typed. */
  after: string | undefined;
}

/** Offers to keep the old name of a record that is renamed as another name, so that a search still finds it. */
export function useKeptName({ path, id, part, before, after = "" }: Renaming) {
  const hasAliases = useRecordShape(path, "details").fields.some(({ name }) => name === "aliases");
  const [isKept, setIsKept] = useState(true);
  /** Undefined while the typed text is no date. */
  const [until, setUntil] = useState<string | null | undefined>(today);
  const typed = after.trim();
  const old = !part && hasAliases && typeof before === "string" && typed !== "" && typed !== before ? before : null;

  const code = useLoaded<Awaited<ReturnType<typeof loadPrompt>> | null>(old === null ? loadNothing : loadPrompt);

  return {
    prompt: old !== null && code && (
      <code.KeptNamePrompt old={old} isKept={isKept} keep={setIsKept} until={until} onUntil={setUntil} />
    ),
    /** @returns the change of the details; undefined when the old name is not kept, or is known already. */
    async change(): Promise<Along["own"]> {
      if (old === null || !isKept) return undefined;
      const code = await import("./former-name").catch(() => null);
      if (!code) throw new RequestError(null);
      return code.withFormerName({ path, id, former: old, now: typed, until: until ?? null });
    },
  };
}
