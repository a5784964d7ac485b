import { today } from "@/components/calendar";
import { ApiError, getApi } from "@/lib/client/client";
import { webAddress, name as sourceName } from "@/lib/fields";
import type { sourceKinds } from "@/lib/resource/terms";
import type { NamedChange } from "../cast-changes";

/** Where a change of cast was read, as typed. */
export interface TypedSource {
  name: string;
  url: string;
  kind: (typeof sourceKinds)[number];
}

/** What is wrong with a source, by field; nothing for one that is left empty. */
export function sourceProblems({ name, url }: TypedSource): Partial<Record<"name" | "url", string>> {
  if (name.trim() === "" && url.trim() === "") return {};
  const named = sourceName.safeParse(name);
  const address = url.trim() === "" ? null : webAddress.safeParse(url.trim());
  return {
    ...(named.success ? {} : { name: named.error.issues[0]?.message }),
    ...(!address || address.success ? {} : { url: address.error.issues[0]?.message }),
  };
}

/**
 * Adds the source to the cast members whose engagements change, after the sources that they have.
 *
 * @throws ApiError when those can't be read.
 */
export async function withSource(changes: readonly NamedChange[], { name, url, kind }: TypedSource) {
  if (name.trim() === "") return changes;
  const source = {
    field: "engagements",
    name: name.trim(),
    url: url.trim() === "" ? null : url.trim(),
    kind,
    read_on: today(),
    note: null,
  };
  return Promise.all(
    changes.map(async (named): Promise<NamedChange> => {
      const { change } = named;
      if (change.resource !== "cast-members" || change.action === "delete") return named;
      if (change.action === "create") return { ...named, change: { ...change, sources: [source] } };
      const { sources, etag } = await readSources(change.id);
      return {
        ...named,
        change: { ...change, sources: [...sources, source], ...(etag === null ? {} : { sources_if_match: etag }) },
      };
    }),
  );
}

async function readSources(id: string): Promise<{ sources: unknown[]; etag: string | null }> {
  const answer = await getApi(`/cast-members/${encodeURIComponent(id)}/sources`).catch(() => null);
  if (answer?.status !== 200) throw new ApiError(answer);
  return { sources: (answer.body as { sources: unknown[] }).sources, etag: answer.etag };
}
