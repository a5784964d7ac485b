import { useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { findRecords, findSimilarRecords } from "@/components/records/directory/record-matches";
import { draftKey, hasDraft } from "@/components/records/form/drafts";
import { nameOfRecord } from "@/components/records/record-name";
import { useRecordShape, useShapes } from "@/components/records/shapes";
import { useAliases, useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { ComboboxField } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { QueryState } from "@/components/ui/query-state";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { MergeRecordsDialog } from "./merge-records-dialog";

interface Props {
  path: ResourcePath;
  id: string;
  /** @param survivor the id of the record that stays. */
  onMerged(survivor: string): void;
  onDismiss(): void;
}

/** Merges a record with another one: finds that first, similar names before others. */
export function MergeWithAnother({ path, id, onMerged, onDismiss }: Props) {
  const account = useCurrentStaff().id;
  const [other, setOther] = useState<string | null>(null);
  if (other === null) return <FindOther path={path} id={id} onFound={setOther} onDismiss={onDismiss} />;
  return (
    <MergeRecordsDialog path={path} ids={[id, other]} onMerged={onMerged} onDismiss={onDismiss}>
      {hasDraft(draftKey(account, path, id)) && (
        <p role="status" className="rounded bg-sunken p-3 text-sm">
          This page has unsaved changes. They are not merged, and stay in this browser as a draft of{" "}
          <code className="font-mono break-all">{id}</code>.
        </p>
      )}
    </MergeRecordsDialog>
  );
}

function FindOther({ path, id, onFound, onDismiss }: Omit<Props, "onMerged"> & { onFound(id: string): void }) {
  const shapes = useShapes();
  const { fields } = useRecordShape(path);
  const { directory, isPending, error, refetch } = useDirectory([path, ...shapes[path].namedBy]);
  const [typed, setTyped] = useState("");
  const { singular, plural } = resourceViews[path];
  const current: Readonly<Record<string, unknown>> = { ...directory[path].get(id) };
  const name = nameOfRecord(path, id, directory);
  // A role merges with a role of the same production only.
  const parents = fields.filter(({ kind, isOptional }) => kind === "reference" && !isOptional);
  const isFitting = (record: Record<string, unknown>) =>
    record["id"] !== id && parents.every((parent) => record[parent.name] === current[parent.name]);
  const similar = typed.trim() === "" ? findSimilarRecords(path, directory, name, isFitting) : [];
  const { found: byAlias, isAsking } = useAliases(path, typed);
  const found = findRecords(path, directory, typed, isFitting, byAlias);
  const options = [
    ...similar.map((one) => ({ ...one, note: "Similar name" })),
    ...found
      .filter((one) => !similar.some((before) => before.id === one.id))
      .map((one) => ({ ...one, note: one.alias ? `Also ${one.alias}` : "" })),
  ];
  return (
    <Dialog
      title={
        <>
          Merge <bdi>{name}</bdi> with another {singular}
        </>
      }
      onDismiss={onDismiss}
    >
      <div>
        <ComboboxField
          label={`Find the other ${singular}`}
          hint={
            parents.length > 0
              ? `Only ${plural} with the same ${parents.map(({ label }) => label.toLowerCase()).join(" and ")} are listed`
              : undefined
          }
          dir="auto"
          placeholder={isPending ? "Loading…" : `Search ${plural}`}
          value={typed}
          listLabel={`Other ${plural}`}
          isLoading={isPending || (options.length === 0 && isAsking)}
          options={options.map((one) => ({
            key: one.id,
            content: (
              <>
                <span className="min-w-0">
                  <bdi className="block break-words">{one.name}</bdi>
                  <code className="font-mono text-xs break-all">{one.id}</code>
                </span>
                {one.note !== "" && <span className="shrink-0 text-xs">{one.note}</span>}
              </>
            ),
          }))}
          onType={setTyped}
          onChoose={({ key }) => onFound(key)}
        />
        {error && <QueryState query={{ error, refetch }} what={`the ${plural}`} lines={1} />}
        {!isPending && !isAsking && !error && options.length === 0 && (
          <p role="status" className="text-sm">
            No other {plural} found.
          </p>
        )}
      </div>
      <div>
        <Button onClick={onDismiss}>Cancel</Button>
      </div>
    </Dialog>
  );
}
