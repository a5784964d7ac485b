"use client";

import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { FormRecord } from "@/components/records/form/record-shape";
import { nameOfRecord } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { useApi } from "@/lib/client/hooks.browser";
import { capitalised } from "@/lib/records/terms.browser";

interface Props {
  path: ResourcePath;
  id: string;
  /** The name that the server knows, until the lists are loaded. */
  first: string | null;
}

/** The heading of a record's page: the record's name, or that there is no such record. */
export function RecordTitle({ path, id, first }: Props) {
  const { directory, isPending } = useDirectory([path, ...useShapes()[path].namedBy]);
  const { error } = useApi<FormRecord>(`/${path}/${encodeURIComponent(id)}`);
  const term = capitalised(resourceViews[path].singular);
  if (error?.response?.status === 404) return `${term} not found`;
  const name = isPending || !directory[path].has(id) ? first : nameOfRecord(path, id, directory);
  return name === null ? term : <bdi>{name}</bdi>;
}
