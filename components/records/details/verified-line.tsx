import { useQueryClient } from "@tanstack/react-query";
import { useChanges, verification, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";
import { londonDay } from "@/components/ui/calendar";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { isSingleKey, usePageKeys } from "@/components/ui/page-keys";
import { useNow } from "@/components/ui/use-now";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { useSources } from "./sources-context";

/** When staff last confirmed a record, and the button that confirms it now. @param etag of the version in sight. */
export function VerifiedLine({ etag }: { etag: string | null }) {
  const held = useSources();
  const now = useNow();
  const client = useQueryClient();
  const { make, isBusy, error } = useChanges();
  const at = held?.document?.verified_at;
  const isDone = at ? londonDay(at) === londonDay(new Date(now).toISOString()) : false;

  async function verify() {
    if (!held?.document || isDone || isBusy) return;
    const { path, id } = held;
    const text = verifiedText(`the ${resourceViews[path].singular}`);
    const result = await make([verification(path, id, etag ?? undefined)], text, `${path}/${id}`);
    // Someone else may have changed it: it is shown as it is now.
    if (!result) await client.invalidateQueries();
  }

  usePageKeys((event) => {
    if (event.key.toLowerCase() !== "v" || !isSingleKey(event)) return;
    if (!document.querySelector("dialog[open]")) void verify();
  });

  if (!held) return null;
  return (
    <div className="-mt-4 mb-4 flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
      {held.document && (
        <>
          <span className="text-muted">
            {at ? (
              <>
                Verified <DateTime at={at} look="day" /> · <RelativeTime at={at} />
              </>
            ) : (
              "Never verified"
            )}
          </span>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            aria-disabled={isDone || isBusy}
            aria-keyshortcuts="v"
            className="min-h-8 cursor-pointer font-semibold underline underline-offset-4 aria-disabled:cursor-default aria-disabled:no-underline"
            onClick={() => void verify()}
          >
            {isDone ? "Verified today" : verifyLabel}
          </button>
        </>
      )}
      <span role="alert" className="text-curtain">
        {error &&
          (error.response?.status === 412
            ? "Someone else has changed this record. It is shown as it is now: check it, then verify it."
            : `Not verified. ${error.message}`)}
      </span>
    </div>
  );
}
