import Link from "next/link";
import type { ReactNode } from "react";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

/** A record's name as a link to its page. */
export function RecordLink({ path, id, children }: { path: ResourcePath; id: string; children: ReactNode }) {
  return (
    <Link
      href={`/dashboard/${path}/${encodeURIComponent(id)}`}
      prefetch={false}
      className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-curtain"
    >
      <bdi>{children}</bdi>
    </Link>
  );
}
