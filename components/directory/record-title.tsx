"use client";

import { nameOf, nouns, type Path } from "@/components/resource/nouns";
import { useDirectory } from "@/components/resource/use-directory";
import { capitalised } from "@/lib/resource/terms";

/** What the page of a record is about, by the record's own name. */
export function RecordTitle({ path, id }: { path: Path; id: string }) {
  const { directory, isPending } = useDirectory([path, ...nouns[path].needs]);
  return isPending ? capitalised(nouns[path].singular) : nameOf(path, id, directory);
}
