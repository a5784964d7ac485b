import type { ApiResponse } from "@/lib/client/client";

/** The id of the record that a missing one was merged into, from the header `Link`; null: none (contract §12). */
export function mergedInto({ link }: Pick<ApiResponse, "link">): string | null {
  const [, id] = /^<[^>]*\/([^/>]+)>; rel="successor-version"$/.exec(link ?? "") ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}
