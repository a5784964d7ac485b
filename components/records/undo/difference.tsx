/** A field with its old and its new value. */
export function Difference({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      <dt>{label}</dt>
      <dd className="line-clamp-2 min-w-0 break-words">
        <del>
          <bdi>{before}</bdi>
        </del>{" "}
        →{" "}
        <ins className="text-ink no-underline">
          <bdi>{after}</bdi>
        </ins>
      </dd>
    </div>
  );
}
