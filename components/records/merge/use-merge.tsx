import { useQueryClient, keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApiWrite } from "@/components/form/use-write";
import { useUndo } from "@/components/records/changes/use-changes";
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
    const { activityId } = await sendMerge(path, plan, { signal });
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
      () => void client.invalidateQueries(),
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

/** What a merge is sent for: a plan, or the little of it that is known before. */
interface Merge {
  into: string;
  /** The versions must still be current. */
  records: readonly { id: string; etag?: string }[];
  fields: readonly Pick<MergePlan["fields"][number], "field" | "kept" | "values">[];
}

function sendMerge<Body>(
  path: ResourcePath,
  { into, records, fields }: Merge,
  { isDryRun = false, signal }: { isDryRun?: boolean; signal?: AbortSignal },
) {
  const [first = { id: "" }, ...others] = records.filter(({ id }) => id !== into);
  const differing = fields.filter(({ values }) => values.length > 1);
  const keepFor = (id: string) =>
    Object.fromEntries(differing.map(({ field, kept }) => [field, kept === id ? "from" : "into"]));
  const body = {
    dry_run: isDryRun,
    into,
    into_if_match: records.find(({ id }) => id === into)?.etag,
    keep: keepFor(first.id),
    others: others.map(({ id, etag }) => ({ id, if_match: etag, keep: keepFor(id) })),
  };
  return sendApi<Body>("POST", `/${path}/${encodeURIComponent(first.id)}/merge`, body, first.etag ?? null, signal);
}

/** Asks until what is not chosen is as the API suggests. */
async function settlePlan(path: ResourcePath, { ids, into, owners }: MergeChoice): Promise<MergePlan> {
  const planOf = async (merge: Merge) => (await sendMerge<MergePlan>(path, merge, { isDryRun: true })).body;
  const unknown = { records: ids.map((id) => ({ id })), fields: [] };
  let plan = await planOf({ ...unknown, into: into ?? ids[0] ?? "" });
  if (into === null && plan.suggested !== plan.into) plan = await planOf({ ...unknown, into: plan.suggested });
  const fields = plan.fields.map((field) => ({ ...field, kept: owners[field.field] ?? field.suggested }));
  const isAsWanted = plan.fields.every(({ kept, values }, index) =>
    values.some((value) => value.ids.includes(kept) && value.ids.includes(fields[index]?.kept ?? "")),
  );
  return isAsWanted ? plan : planOf({ ...plan, fields });
}
