"use client";

import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { nameOfRecord } from "@/components/resource/record-name";
import { useShapes } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { capitalised } from "@/lib/resource/terms";

interface Props {
  path: ResourcePath;
  id: string;
  /** The name that the server knows, until the lists are loaded. */
  first: string | null;
}

/** The heading of a record's page: the record's name. */
export function RecordTitle({ path, id, first }: Props) {
  const { directory, isPending } = useDirectory([path, ...useShapes()[path].namedBy]);
  return isPending ? (first ?? capitalised(nouns[path].singular)) : nameOfRecord(path, id, directory);
}
