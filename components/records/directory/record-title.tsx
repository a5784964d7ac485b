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
  const { fields, namedBy } = useShapes()[path];
  // Only a record without a name of its own needs the lists of others.
  const { directory, isPending } = useDirectory(fields.some(({ name }) => name === "name") ? [] : [path, ...namedBy]);
  const { data, error } = useApi<FormRecord>(`/${path}/${encodeURIComponent(id)}`);
  const term = capitalised(resourceViews[path].singular);
  if (error?.response?.status === 404) return `${term} not found`;
  const own = data?.body["name"];
  const listed = isPending || !directory[path].has(id) ? first : nameOfRecord(path, id, directory);
  const name = typeof own === "string" ? own : listed;
  return name === null ? term : <bdi>{name}</bdi>;
}
