"use client";

import { formatRecordCount } from "@/components/resource/referrers";
import { useShapes } from "@/components/resource/shapes";
import { Button } from "@/components/ui/button";
import type { RequestedChange } from "@/lib/changes/schema";
import type { ResourcePath } from "@/lib/resources/nouns";
import { useChanges } from "./use-changes";

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
  onDone(): void;
}

/** Confirms that everything about the selected records is right, as one change. */
export function VerifyManyButton({ path, records, onDone }: Props) {
  const { make, isBusy, error } = useChanges();
  if (!useShapes()[path].details) return null;

  async function verify() {
    const changes = records.map(({ id }): RequestedChange => ({
      action: "update",
      resource: path,
      id,
      verified: true,
    }));
    if (await make(changes, `${formatRecordCount(changes.length, path)} marked as verified.`)) onDone();
  }

  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => void verify()}>
        {isBusy ? "Saving…" : "Mark as verified"}
      </Button>
      {error && (
        <span role="alert" className="text-curtain">
          Not marked. {error.message}
        </span>
      )}
    </>
  );
}
