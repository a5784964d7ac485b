import { useQueryClient, keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApiWrite } from "@/components/form/use-write";
import { mergedInto } from "@/components/records/record-name";
import { useUndo } from "@/components/records/undo/use-undo";
import { withdrawToasts } from "@/components/ui/toasts";
import { sendApi, writeLimitMilliseconds, RequestError } from "@/lib/http/client/client.browser";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

export interface MergeResult {
  survivor: string;
  /** The ids of the merged records, which are gone. */
  gone: readonly string[];
}

/** Merges records as one change, which the toast undoes. Refreshes everything that is shown. */
export function useMerge(path: ResourcePath) {
  const client = useQueryClient();
  const { offer } = useUndo();
  const { write, ...state } = useApiWrite(writeLimitMilliseconds);

  async function send(plan: MergePlan, signal: AbortSignal): Promise<MergeResult> {
    const ids = plan.records.map((record) => record.id);
    const owners = Object.fromEntries(plan.fields.map(({ field, kept }) => [field, kept]));
    const { id, etag, body } = mergeRequest(ids, plan.into, owners, plan);
    const { name } = plan.survivor;
    const { activityId } = await sendApi("POST", `/${path}/${encodeURIComponent(id)}/merge`, body, etag, signal);
    const merged = { survivor: body.into, gone: [id, ...(body.others ?? []).map((other) => other.id)] };
    for (const one of [merged.survivor, ...merged.gone]) withdrawToasts(`${path}/${one}`);
    offer(
      <>
        Merged {merged.gone.length + 1} {resourceViews[path].plural} into{" "}
        <bdi>{typeof name === "string" ? name : merged.survivor}</bdi>.
      </>,
      activityId,
      { about: `${path}/${id}` },
    );
    const addresses = merged.gone.map((one) => `/${path}/${encodeURIComponent(one)}`);
    const isGone = (address: unknown) =>
      typeof address === "string" && addresses.some((one) => address === one || address.startsWith(`${one}/`));
    // The page of a merged record is about to be left; here it would only be a 404.
    await client.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey[1]) });
    void client.invalidateQueries({ predicate: ({ queryKey }) => isGone(queryKey[1]), refetchType: "none" });
    return merged;
  }

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

interface SettledPlan {
  /** Null when fewer than two records are left. */
  plan: MergePlan | null;
  /** The records that can't be merged, and why. */
  leftOut: readonly { id: string; reason: string }[];
}

/** The plan of a merge with these choices, as of when it was last asked for. */
export function useMergePlan(path: ResourcePath, choice: MergeChoice) {
  return useQuery<SettledPlan, RequestError>({
    queryKey: ["merging", path, choice],
    queryFn: () => settlePlan(path, choice),
    placeholderData: keepPreviousData,
    // After the merge some of them no longer exist.
    staleTime: "static",
    gcTime: 0,
  });
}

/** The request of a merge. @param plan whose versions of the records must still be current; null: none is known yet. */
function mergeRequest(
  ids: readonly string[],
  into: string,
  owners: Readonly<Record<string, string>>,
  plan: MergePlan | null,
) {
  const [first = "", ...others] = ids.filter((id) => id !== into);
  const tagOf = (id: string) => plan?.records.find((record) => record.id === id)?.etag;
  const keepFor = (id: string) => {
    const differing = (plan?.fields ?? []).filter(({ values }) => values.length > 1);
    const keep = differing.map(({ field }) => [field, owners[field] === id ? "from" : "into"] as const);
    return keep.length > 0 ? { keep: Object.fromEntries(keep) } : {};
  };
  const body = {
    into,
    ...(plan && { into_if_match: tagOf(into) }),
    ...keepFor(first),
    ...(others.length > 0 && {
      others: others.map((id) => ({ id, ...(plan && { if_match: tagOf(id) }), ...keepFor(id) })),
    }),
  };
  return { id: first, etag: tagOf(first) ?? null, body };
}

/** Asks until the records are those that can be merged, and what is not chosen is as the API suggests. */
async function settlePlan(path: ResourcePath, { ids, into, owners }: MergeChoice): Promise<SettledPlan> {
  const leftOut: { id: string; reason: string }[] = [];
  for (;;) {
    const left = ids.filter((id) => leftOut.every((one) => one.id !== id));
    if (left.length < 2) return { plan: null, leftOut };
    const isLeft = (id: string | null | undefined) => typeof id === "string" && left.includes(id);
    try {
      let plan = await askPlan(path, left, into !== null && isLeft(into) ? into : (left[0] ?? ""));
      if (!isLeft(into) && plan.suggested !== plan.into) plan = await askPlan(path, left, plan.suggested);
      const wanted = Object.fromEntries(
        plan.fields.map(({ field, suggested }) => {
          const owner = owners[field];
          return [field, owner !== undefined && isLeft(owner) ? owner : suggested];
        }),
      );
      const isAsWanted = plan.fields.every(({ field, kept, values }) =>
        values.some((value) => value.ids.includes(kept) && value.ids.includes(wanted[field] ?? "")),
      );
      return { plan: isAsWanted ? plan : await askPlan(path, left, plan.into, wanted, plan), leftOut };
    } catch (error) {
      const refused = error instanceof RequestError ? refusedRecord(error, left, into) : null;
      if (!refused) throw error;
      leftOut.push(refused);
    }
  }
}

async function askPlan(
  path: ResourcePath,
  ids: readonly string[],
  into: string,
  owners: Readonly<Record<string, string>> = {},
  known: MergePlan | null = null,
): Promise<MergePlan> {
  const { id, etag, body } = mergeRequest(ids, into, owners, known);
  const address = `/${path}/${encodeURIComponent(id)}/merge`;
  return (await sendApi<MergePlan>("POST", address, { ...body, dry_run: true }, etag)).body;
}

/** The record that a refusal is about; null when it is about none. */
function refusedRecord({ response, issues: [issue] }: RequestError, ids: readonly string[], wanted: string | null) {
  const into = wanted !== null && ids.includes(wanted) ? wanted : (ids[0] ?? "");
  const [first = "", ...others] = ids.filter((id) => id !== into);
  if (response?.status === 404) {
    const successor = mergedInto(response);
    return { id: first, reason: successor === null ? "does not exist" : `has been merged into ${successor}` };
  }
  if (response?.status !== 400 || !issue) return null;
  const [, index] = /^others\.(\d+)\.id$/.exec(issue.path) ?? [];
  const id = issue.path === "into" ? into : index === undefined ? undefined : others[Number(index)];
  return id === undefined ? null : { id, reason: issue.message };
}
