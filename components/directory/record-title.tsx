"use client";

import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import type { FormRecord } from "@/components/record-form/record-shape";
import { nameOfRecord } from "@/components/resource/record-name";
import { useShapes } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { trusted } from "@/components/trusted";
import { useApi } from "@/lib/client/hooks";
import { capitalised } from "@/lib/resource/terms";

/** The heading of a record's page: the record's name, or that there is no such record. */
export function RecordTitle({ path, id }: { path: ResourcePath; id: string }) {
  const { directory, isPending } = useDirectory([path, ...useShapes()[path].namedBy]);
  const { error } = useApi(`/${path}/${encodeURIComponent(id)}`, trusted<FormRecord>());
  const noun = capitalised(nouns[path].singular);
  if (error?.answer?.status === 404) return `${noun} not found`;
  return isPending || !directory[path].has(id) ? noun : <bdi>{nameOfRecord(path, id, directory)}</bdi>;
}
