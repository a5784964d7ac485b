import { useQueryClient } from "@tanstack/react-query";
import { useDismissToast } from "@/components/ui/toasts";
import { useUndo } from "@/components/records/undo/use-undo";
import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi, writeLimitMilliseconds } from "@/lib/client/client.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";
import { mergeRequest, ownersIn } from "./use-merge-plan";

/** A merge that was made. */
export interface MergeResult {
  survivor: string;
  /** The ids of the merged records, which are gone. */
  gone: readonly string[];
}

/** Merges records as one change, which the toast undoes. Refreshes everything that is shown. */
export function useMerge(path: ResourcePath) {
  const client = useQueryClient();
  const { offer } = useUndo();
  const retract = useDismissToast();
  return useApiMutation(
    async (plan: MergePlan, signal): Promise<MergeResult> => {
      const ids = plan.records.map((record) => record.id);
      const { id, etag, body } = mergeRequest(ids, plan.into, ownersIn(plan), plan);
      const { name } = plan.survivor;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(writeLimitMilliseconds)]);
      const { activityId } = await sendApi("POST", `/${path}/${encodeURIComponent(id)}/merge`, body, etag, limited);
      const made = { survivor: body.into, gone: [id, ...(body.others ?? []).map((other) => other.id)] };
      for (const one of [made.survivor, ...made.gone]) retract(`${path}/${one}`);
      offer(
        <>
          Merged {made.gone.length + 1} {resourceViews[path].plural} into{" "}
          <bdi>{typeof name === "string" ? name : made.survivor}</bdi>.
        </>,
        activityId,
        { about: `${path}/${id}` },
      );
      return made;
    },
    {
      onSuccess: async ({ gone }) => {
        const addresses = gone.map((id) => `/${path}/${encodeURIComponent(id)}`);
        const isGone = (address: unknown) =>
          typeof address === "string" && addresses.some((one) => address === one || address.startsWith(`${one}/`));
        // The page of a merged record is about to be left; here it would only be a 404.
        await client.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey[1]) });
        void client.invalidateQueries({ predicate: ({ queryKey }) => isGone(queryKey[1]), refetchType: "none" });
      },
      onError: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "merging" }),
    },
  );
}
