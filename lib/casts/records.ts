import "server-only";
import type { RequestContext } from "../http/route.ts";
import { notFoundError, type Resource } from "../resource/resource.ts";
import type { CastMemberEntry } from "../resources/cast-members/schema.ts";
import type { Representation } from "../snapshots/representation.ts";
import type { SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { CastEntry } from "./schema.ts";

/** The record that the path names. @throws AppError 404 when there is none. */
export async function requireRecord(
  {
    params,
    infrastructure: { snapshots },
    versions,
  }: Pick<RequestContext, "infrastructure" | "versions"> & { params: { readonly id: string } },
  resource: Resource,
): Promise<Representation> {
  const record = (await snapshots.snapshot(resource, versions?.data ?? null)).record(params.id);
  if (!record) throw notFoundError(resource);
  return record;
}

/** A cast entry for the documentation. @param sample a cast member. */
export function exampleEntry({ entry }: SerializedRecord): CastEntry {
  return {
    ...(JSON.parse(entry) as CastMemberEntry),
    engagements: [{ from: "2026-03", to: null, ended: false, note: null }],
    covers: [],
    dated: true,
  };
}
