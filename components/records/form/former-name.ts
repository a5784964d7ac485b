import type { Along } from "@/components/records/details/save-part";
import { RequestError, getApi } from "@/lib/client/client.browser";
import { nameKey } from "@/lib/listings/search/matching.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { documentPath } from "./record-shape";

interface Renaming {
  path: ResourcePath;
  id: string;
  former: string;
  now: string;
  /** The last day of the former name, possibly partial; null when it is not known. */
  until: string | null;
}

interface Alias {
  name: string;
}

/** @returns the change that adds the former name to a record's other names; undefined when they have it already. */
export async function withFormerName({ path, id, former, now, until }: Renaming): Promise<Along["own"]> {
  const answer = await getApi(documentPath({ path, part: "details" }, id)).catch(() => null);
  if (answer?.status !== 200) throw new RequestError(answer);
  const { aliases } = answer.body as { aliases: Alias[] | null };
  const isKnown = aliases?.some(({ name }) => nameKey(name) === nameKey(former));
  if (isKnown || nameKey(former) === nameKey(now)) return undefined;
  return {
    details: { aliases: [...(aliases ?? []), { name: former, kind: "former", from: null, to: until }] },
    ...(answer.etag && { details_if_match: answer.etag }),
  };
}
