import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { londonDay, today } from "@/components/ui/calendar";
import { verification, verifiedText, verifyLabel } from "@/components/records/changes/verification";
import { useUndo } from "@/components/records/undo/use-undo";
import { useApiMutation } from "@/components/form/use-api-mutation";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { isTyping } from "@/components/ui/is-typing";
import { areSingleKeysOn } from "@/components/ui/single-keys";
import { useNow } from "@/components/ui/use-now";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { useSources } from "./sources-context";

/** When staff last confirmed a record, and the button that confirms it now. @param etag of the version in sight. */
export function VerifiedLine({ etag }: { etag: string | null }) {
  const held = useSources();
  const now = useNow();
  const client = useQueryClient();
  const { offer } = useUndo();
  const verifying = useApiMutation(
    async ({ path, id }: NonNullable<typeof held>, signal) => {
      const { sendChanges } = await import("@/components/records/changes/use-changes");
      return (await sendChanges([verification(path, id, etag ?? undefined)], { signal })).activity_id;
    },
    {
      onSuccess: async (activityId, { path, id }) => {
        if (activityId)
          offer(verifiedText(`the ${resourceViews[path].singular}`), activityId, { about: `${path}/${id}` });
        await client.invalidateQueries();
      },
      onError: () => void client.invalidateQueries(),
    },
  );
  const at = held?.document?.verified_at;
  const isDone = at ? londonDay(at) === today() : false;

  function verify() {
    if (held?.document && !isDone) void verifying.mutate(held);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (key.toLowerCase() !== "v" || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event)) return;
    if (areSingleKeysOn() && !document.querySelector("dialog[open]")) verify();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  if (!held) return null;
  return (
    <div className="-mt-4 mb-4 flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
      {held.document && (
        <>
          <span className="text-muted">
            {at ? (
              <>
                Verified <DateTime at={at} look="day" /> · <RelativeTime at={at} now={now} />
              </>
            ) : (
              "Never verified"
            )}
          </span>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            aria-disabled={isDone || verifying.isBusy}
            aria-keyshortcuts="v"
            className="min-h-8 cursor-pointer font-semibold underline underline-offset-4 aria-disabled:cursor-default aria-disabled:no-underline"
            onClick={verify}
          >
            {isDone ? "Verified today" : verifyLabel}
          </button>
        </>
      )}
      <span role="alert" className="text-curtain">
        {verifying.error &&
          (verifying.error.response?.status === 412
            ? "Someone else has changed this record. It is shown as it is now: check it, then verify it."
            : `Not verified. ${verifying.error.message}`)}
      </span>
    </div>
  );
}
