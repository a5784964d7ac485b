"use client";

import { formatDay } from "@/lib/core/date-words.browser";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { recordShape, type RecordField } from "@/components/records/form/record-shape";
import { isDay } from "@/components/form/typed-day";
import { nameOfRecord, type Directory } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { InView } from "@/components/ui/in-view";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { isPath, type ResourcePath, type Shapes } from "@/lib/resources/resource-views.browser";
import { Difference } from "./difference";

const PartDifferences = dynamic(
  () => import("@/components/records/details/part-differences").then((loaded) => loaded.PartDifferences),
  { ssr: false },
);

/** The fields that a change modified, with old and new values, in the words of the record's form. */
export function Differences({ entry, directory }: { entry: ActivityEntry; directory: Directory }) {
  const { before, after, resource } = entry;
  const shapes = useShapes();
  const fields = useMemo(
    () => (isPath(resource) ? recordShape(resource, shapes[resource]).fields : []),
    [resource, shapes],
  );
  if (!before || !after) return null;
  const changed = changedFields(entry);
  return (
    <>
      {changed.length > 0 && (
        <dl className={listClass}>
          {changed.map((name) => {
            const field = fields.find((one) => one.name === name);
            return (
              <Difference
                key={name}
                label={field?.label ?? name}
                before={inWords(before[name], field, directory)}
                after={inWords(after[name], field, directory)}
              />
            );
          })}
        </dl>
      )}
      {isPath(resource) && parts.some((part) => part in after) && (
        <InView margin="0px">
          <dl className={listClass}>
            <PartDifferences path={resource} before={before} after={after} />
          </dl>
        </InView>
      )}
    </>
  );
}

const listClass = "mt-1 grid gap-1 text-muted";

/** The members of an entry that are documents of their own. */
const parts = ["details", "sources"];

/** The resources whose records the entries refer to anew, for their names. */
export function changedReferences(entries: readonly ActivityEntry[], shapes: Shapes): ResourcePath[] {
  const found = new Set<ResourcePath>();
  for (const entry of entries) {
    if (!isPath(entry.resource)) continue;
    const changed = changedFields(entry);
    for (const field of shapes[entry.resource].fields)
      if (field.kind === "reference" && changed.includes(field.name))
        for (const path of [field.to, ...shapes[field.to].namedBy]) found.add(path);
  }
  return [...found];
}

function changedFields({ before, after }: ActivityEntry): string[] {
  if (!before || !after) return [];
  return Object.keys(after).filter((name) => before[name] !== after[name] && !parts.includes(name));
}

function inWords(value: unknown, field: RecordField | undefined, directory: Directory): string {
  if (value === null || value === undefined) return "empty";
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.kind === "date" && isDay(value)) return formatDay(value);
  return field?.kind === "reference" ? nameOfRecord(field.to, value, directory) : value;
}
