import { Button } from "@/components/ui/button";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { PlannedImportRow } from "@/lib/editing/imports/schema.browser";
import { choiceForAll, type Choices } from "./planned-rows";

interface Props {
  path: ResourcePath;
  rows: readonly PlannedImportRow[];
  onChoose(choices: Choices): void;
}

/** One choice for all rows that have the name of a known record. */
export function KnownRecordsChoice({ path, rows, onChoose }: Props) {
  const known = rows.filter(({ choices }) => choices.length > 0);
  if (known.length === 0) return null;
  const hasUpdates = known.some(({ choices }) =>
    ["update", "keep"].every((one) => choices.some(({ choice }) => choice.startsWith(one))),
  );
  const choose = (kind: "update" | "keep" | "create") => () => onChoose(choiceForAll(known, kind));
  return (
    <section aria-label="Known names" className="grid gap-3 rounded border border-edge p-4 text-sm">
      <p>
        {known.length === 1 ? "1 row has" : `${known.length.toLocaleString("en-GB")} rows have`} the name of an existing{" "}
        {resourceViews[path].singular}. Update the existing {resourceViews[path].singular}, leave it alone, or create
        another with the same name.
      </p>
      <div role="group" aria-label="For all rows with a known name" className="flex flex-wrap gap-2">
        <Button onClick={choose("update")}>{hasUpdates ? "Update all" : "Skip all"}</Button>
        {hasUpdates && <Button onClick={choose("keep")}>Skip all</Button>}
        <Button onClick={choose("create")}>Create duplicates</Button>
      </div>
    </section>
  );
}
