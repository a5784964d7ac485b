import type { ActivityEntry } from "@/lib/activity/schema";

/** The fields that a change modified, with old and new values. */
export function Differences({ entry: { before, after } }: { entry: ActivityEntry }) {
  if (!before || !after) return null;
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return (
    <dl className="mt-1 grid gap-1 text-muted">
      {changed.map((name) => (
        <div key={name} className="flex min-w-0 flex-wrap gap-x-2">
          <dt className="font-mono">{name}</dt>
          <dd className="line-clamp-2 min-w-0 break-words">
            <del>{shown(before[name])}</del> → <ins className="text-ink no-underline">{shown(after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown): string {
  return value === null || value === undefined ? "empty" : typeof value === "string" ? value : JSON.stringify(value);
}
