"use client";

import { nouns, type Path } from "@/lib/resources/nouns";
import { nameOf } from "@/components/resource/record-name";
import { useShapes } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { capitalised } from "@/lib/resource/terms";

/** What the page of a record is about, by the record's own name. */
export function RecordTitle({ path, id }: { path: Path; id: string }) {
  const { directory, isPending } = useDirectory([path, ...useShapes()[path].namedBy]);
  return isPending ? capitalised(nouns[path].singular) : nameOf(path, id, directory);
}
