import type { ActivityEntry } from "@/lib/history/activity/schema.browser";

/** A field with its old and its new value. */
export function Difference({ label, before, after }: Omit<ActivityEntry["differences"][number], "field">) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      <dt>{label}</dt>
      <dd className="line-clamp-2 min-w-0 break-words">
        <del>
          <bdi>{before ?? "empty"}</bdi>
        </del>{" "}
        →{" "}
        <ins className="text-ink no-underline">
          <bdi>{after ?? "empty"}</bdi>
        </ins>
      </dd>
    </div>
  );
}
