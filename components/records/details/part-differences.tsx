"use client";

import { useRecordShape, useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { Difference } from "@/components/records/undo/difference";
import { changedParts } from "./part-changes";
import { referencesOf } from "./value-words";

interface Props {
  path: ResourcePath;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** What a change did to the details and the sources of a record, in the words of their forms. */
export function PartDifferences({ path, before, after }: Props) {
  const shapes = useShapes();
  const record = useRecordShape(path).fields;
  const details = useRecordShape(path, "details").fields;
  const references = before["details"] ? referencesOf(details) : [];
  const { directory } = useDirectory(references.flatMap((one) => [one, ...shapes[one].namedBy]));
  return changedParts(before, after, { record, details }, directory).map((fact) => (
    <Difference key={fact.label} {...fact} />
  ));
}
