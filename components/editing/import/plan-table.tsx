import { useVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { useRef, useState } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { formatRecordCount, RecordLink } from "@/components/records/record-name";
import { EmptyState } from "@/components/ui/empty-state";
import { Badge } from "@/components/ui/badge";
import { RadioGroup } from "@/components/ui/radio-group";
import { usePrintableRange } from "@/components/records/list/use-window-rows";
import type { ImportResult, PlannedImportRow } from "@/lib/editing/imports/schema.browser";
import { rowDetails, choiceForAll, type Choices } from "./use-import";
import { Button } from "@/components/ui/button";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

interface Props {
  path: ResourcePath;
  rows: readonly PlannedImportRow[];
  onChoose(choices: Choices): void;
}

const words: Record<PlannedImportRow["outcome"], string> = {
  created: "to create",
  changed: "to change",
  unchanged: "unchanged",
  refused: "refused",
};

/** The rows that can be shown alone, with words for them. */
const parts: readonly { value: string; words: string; has(row: PlannedImportRow): boolean }[] = [
  ...(["created", "changed", "unchanged", "refused"] as const).map((value) => ({
    value,
    words: words[value],
    has: ({ outcome }: PlannedImportRow) => outcome === value,
  })),
  { value: "known", words: "with a known name", has: ({ choices }) => choices.length > 0 },
  { value: "doubtful", words: "to check", has: ({ doubts }) => doubts.length > 0 },
];

export function PlanTable({ path, rows, onChoose }: Props) {
  const shownParts = parts
    .map((part) => ({ ...part, rows: rows.filter(part.has) }))
    .filter((part) => part.rows.length > 0);
  const [chosen, setChosen] = useState(
    () => shownParts.find(({ value }) => value === "refused" || value === "known")?.value ?? "all",
  );
  const shown = shownParts.find(({ value }) => value === chosen);
  const narrowed = shown?.rows ?? rows;
  const { singular } = resourceViews[path];
  const known = rows.filter(({ choices }) => choices.length > 0);
  const hasUpdates = known.some(({ choices }) =>
    ["update", "keep"].every((one) => choices.some(({ choice }) => choice.startsWith(one))),
  );
  const chooseForAll = (kind: "update" | "keep" | "create") => () => onChoose(choiceForAll(known, kind));
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useVirtualizer({
    count: narrowed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 12,
    rangeExtractor: usePrintableRange(),
  });
  return (
    <>
      {known.length > 0 && (
        <section aria-label="Known names" className="grid gap-3 rounded border border-edge p-4 text-sm">
          <p>
            {known.length === 1 ? "1 row has" : `${known.length.toLocaleString("en-GB")} rows have`} the name of an
            existing {singular}. Update the existing {singular}, leave it alone, or create another with the same name.
          </p>
          <div role="group" aria-label="For all rows with a known name" className="flex flex-wrap gap-2">
            <Button onClick={chooseForAll("update")}>{hasUpdates ? "Update all" : "Skip all"}</Button>
            {hasUpdates && <Button onClick={chooseForAll("keep")}>Skip all</Button>}
            <Button onClick={chooseForAll("create")}>Create duplicates</Button>
          </div>
        </section>
      )}
      <section aria-label="Preview of each row" className="grid gap-3">
        <RadioGroup
          legend="Show rows"
          name="outcome"
          value={shown?.value ?? "all"}
          onChoose={setChosen}
          options={[
            { value: "all", content: `All ${rows.length.toLocaleString("en-GB")}` },
            ...shownParts.map((part) => ({
              value: part.value,
              content: `${part.rows.length.toLocaleString("en-GB")} ${part.words}`,
            })),
          ]}
        />
        <div
          ref={scroller}
          role="region"
          aria-label="Rows of the file"
          tabIndex={0}
          className="max-h-[50dvh] overflow-auto rounded border border-line bg-raised"
        >
          <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = narrowed[item.index];
              return (
                row && (
                  <li
                    key={item.key}
                    ref={virtualizer.measureElement}
                    data-index={item.index}
                    aria-setsize={narrowed.length}
                    aria-posinset={item.index + 1}
                    className="absolute inset-x-0 top-0 grid grid-cols-[72px_1fr] gap-x-3 border-b border-line p-3 text-sm sm:grid-cols-[72px_96px_1fr_2fr]"
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <span className="font-mono text-muted">row {row.row}</span>
                    <span className={row.outcome === "refused" ? "font-semibold text-curtain" : "text-muted"}>
                      {words[row.outcome]}
                    </span>
                    <span className="col-start-2 min-w-0 break-words sm:col-start-auto">
                      <bdi>{row.label}</bdi>
                    </span>
                    <span className="col-start-2 grid min-w-0 gap-2 text-muted sm:col-start-auto">
                      {row.choices.length > 0 && (
                        <select
                          aria-label={`Row ${row.row}, ${row.label}`}
                          className="min-h-8 w-full max-w-80 rounded border border-edge bg-raised px-2 text-ink"
                          value={row.chosen ?? ""}
                          onChange={(event) => onChoose(new Map([[row.row, event.target.value]]))}
                        >
                          {row.chosen === null && <option value="">Choose…</option>}
                          {row.choices.map(({ choice, label }) => (
                            <option key={choice} value={choice}>
                              {label}
                            </option>
                          ))}
                        </select>
                      )}
                      <span className="min-w-0 break-words">{rowDetails(row).join("; ")}</span>
                      {row.doubts.length > 0 && (
                        <span className="min-w-0 break-words text-ink">
                          <Badge tone="warning">Check</Badge> {row.doubts.join("; ")}
                        </span>
                      )}
                    </span>
                  </li>
                )
              );
            })}
          </ul>
        </div>
      </section>
    </>
  );
}

/** More would make the page slow; the activity lists them in pages. */
const maxShown = 100;

export function ImportedRecords({ path, result: { counts, rows } }: { path: ResourcePath; result: ImportResult }) {
  const created = rows.flatMap(({ outcome, id, label }) =>
    outcome === "created" && id !== null ? [{ id, label }] : [],
  );
  const mayUndo = useMay("undoChanges");
  return (
    <EmptyState title={`${formatRecordCount(counts.created, path)} created, ${counts.changed} changed`}>
      {mayUndo && (
        <p className="text-sm text-muted">
          You can undo the whole import here or in{" "}
          <Link href={`/dashboard/activity?resource=${path}`} prefetch={false} className="underline underline-offset-4">
            Activity
          </Link>
          .
        </p>
      )}
      {created.length > 0 && (
        <ul
          aria-label="New records"
          className="grid max-w-full gap-x-6 gap-y-2 text-left text-sm sm:columns-2 sm:block"
        >
          {created.slice(0, maxShown).map(({ id, label }) => (
            <li key={id} className="min-w-0 break-words sm:mb-2">
              <RecordLink path={path} id={id} label={label} />
            </li>
          ))}
        </ul>
      )}
      {created.length > maxShown && (
        <p className="text-sm text-muted">
          And {(created.length - maxShown).toLocaleString("en-GB")} more, which Activity lists.
        </p>
      )}
    </EmptyState>
  );
}
