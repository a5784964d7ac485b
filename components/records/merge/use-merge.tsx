import { useQueryClient, keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApiWrite } from "@/components/form/use-write";
import { useUndo } from "@/components/records/undo/use-undo";
import { withdrawToasts } from "@/components/ui/toasts";
import { sendApi, type RequestError } from "@/lib/http/client/client.browser";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** Merges records as one change, which the toast undoes. Refreshes everything that is shown. */
export function useMerge(path: ResourcePath) {
  const client = useQueryClient();
  const { offer } = useUndo();
  const { write, ...state } = useApiWrite();

  async function send(plan: MergePlan, signal: AbortSignal): Promise<string> {
    const { into: survivor } = plan;
    const { name } = plan.survivor;
    const gone = plan.records.map(({ id }) => id).filter((id) => id !== survivor);
    const owners = Object.fromEntries(plan.fields.map(({ field, kept }) => [field, kept]));
    const { activityId } = await sendMerge(path, [survivor, ...gone], { owners, plan, signal });
    for (const one of [survivor, ...gone]) withdrawToasts(`${path}/${one}`);
    offer(
      <>
        Merged {gone.length + 1} {resourceViews[path].plural} into{" "}
        <bdi>{typeof name === "string" ? name : survivor}</bdi>.
      </>,
      activityId,
      { about: `${path}/${gone[0]}` },
    );
    const addresses = gone.map((one) => `/${path}/${encodeURIComponent(one)}`);
    const isGone = (address: unknown) =>
      typeof address === "string" && addresses.some((one) => address === one || address.startsWith(`${one}/`));
    // The page of a merged record is about to be left; here it would only be a 404.
    await client.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey[1]) });
    void client.invalidateQueries({ predicate: ({ queryKey }) => isGone(queryKey[1]), refetchType: "none" });
    return survivor;
  }

  /** @returns the id of the record that stays. */
  const merge = (plan: MergePlan) =>
    write(
      (signal) => send(plan, signal),
      () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "merging" }),
    );
  return { ...state, merge };
}

/** What is chosen of a merge. */
interface MergeChoice {
  ids: readonly string[];
  /** The record that stays; null: the one that the API suggests. */
  into: string | null;
  /** By field, the record whose value stays. Absent: the one that the API suggests. */
  owners: Readonly<Record<string, string>>;
}

/** The plan of a merge with these choices, as of when it was last asked for. */
export function useMergePlan(path: ResourcePath, choice: MergeChoice) {
  return useQuery<MergePlan, RequestError>({
    queryKey: ["merging", path, choice],
    queryFn: () => settlePlan(path, choice),
    placeholderData: keepPreviousData,
    // After the merge some of them no longer exist.
    staleTime: "static",
    gcTime: 0,
  });
}

interface MergeOptions {
  isDryRun?: boolean;
  /** By field, the record whose value stays. */
  owners?: Readonly<Record<string, string>>;
  /** Its versions of the records must still be current. Without it none is known yet. */
  plan?: MergePlan;
  signal?: AbortSignal;
}

/** @param ids the record that stays, and those that are merged into it. */
function sendMerge<Body>(
  path: ResourcePath,
  [into = "", first = "", ...others]: readonly string[],
  { isDryRun = false, owners = {}, plan, signal }: MergeOptions,
) {
  const tagOf = (id: string) => plan?.records.find((record) => record.id === id)?.etag;
  const differing = (plan?.fields ?? []).filter(({ values }) => values.length > 1);
  const keepFor = (id: string) =>
    Object.fromEntries(differing.map(({ field }) => [field, owners[field] === id ? "from" : "into"]));
  const body = {
    dry_run: isDryRun,
    into,
    into_if_match: tagOf(into),
    keep: keepFor(first),
    others: others.map((id) => ({ id, if_match: tagOf(id), keep: keepFor(id) })),
  };
  return sendApi<Body>("POST", `/${path}/${encodeURIComponent(first)}/merge`, body, tagOf(first) ?? null, signal);
}

/** Asks until what is not chosen is as the API suggests. */
async function settlePlan(path: ResourcePath, { ids, into, owners }: MergeChoice): Promise<MergePlan> {
  const planOf = async (survivor: string, options: MergeOptions = {}) => {
    const order = [survivor, ...ids.filter((id) => id !== survivor)];
    return (await sendMerge<MergePlan>(path, order, { ...options, isDryRun: true })).body;
  };
  let plan = await planOf(into ?? ids[0] ?? "");
  if (into === null && plan.suggested !== plan.into) plan = await planOf(plan.suggested);
  const wanted = Object.fromEntries(plan.fields.map(({ field, suggested }) => [field, owners[field] ?? suggested]));
  const isAsWanted = plan.fields.every(({ field, kept, values }) =>
    values.some((value) => value.ids.includes(kept) && value.ids.includes(wanted[field] ?? "")),
  );
  return isAsWanted ? plan : planOf(plan.into, { owners: wanted, plan });
}
