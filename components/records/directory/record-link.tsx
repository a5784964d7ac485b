"use client";

import Link from "next/link";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

export function RecordLink({ path, id, label }: { path: ResourcePath; id: string; label: string }) {
  return (
    <Link
      href={`/dashboard/${path}/${encodeURIComponent(id)}`}
      prefetch={false}
      className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-curtain"
    >
      <bdi>{label}</bdi>
    </Link>
  );
}

interface LabelProps {
  path: ResourcePath;
  record: { id: string; name?: unknown };
  /** Shown until the API has said it. */
  first?: string;
}

/** What people call a record: its own name, or what the API calls it in the latest entry of its history. */
export function RecordLabel({ path, record: { id, name }, first }: LabelProps) {
  const isNamed = typeof name === "string";
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "1" });
  const { data } = useApi<ActivityEntry[]>(`/activity?${query}`, { isEnabled: !isNamed });
  return <bdi>{isNamed ? name : (data?.body[0]?.label ?? first ?? `the ${resourceViews[path].singular}`)}</bdi>;
}
