import { useState, type ReactNode } from "react";
import { ChangeErrors } from "@/components/records/changes/use-changes";
import { similarNames } from "@/components/records/directory/record-matches";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { FieldChoice } from "@/components/ui/field-choice";
import { QueryState } from "@/components/ui/query-state";
import { Refusal } from "@/components/ui/error-notice";
import type { RequestError } from "@/lib/http/client/client.browser";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { MergeOutcome, RecordChoice } from "./merge-preview";
import { useMerge, useMergePlan } from "./use-merge";

interface Props {
  path: ResourcePath;
  /** The records to merge, at least two. */
  ids: readonly string[];
  /** @param survivor the id of the record that stays. */
  onMerged(survivor: string): void;
  onDismiss(): void;
  /** A notice above the records. */
  children?: ReactNode;
}

/** Merges duplicates: draws the API's plan, to choose which one stays and which value of each field. */
export function MergeRecordsDialog({ path, ids: chosen, onMerged, onDismiss, children }: Props) {
  // A list behind the dialog no longer has those that are merged.
  const [ids] = useState(chosen);
  const merging = useMerge(path);
  const [into, setInto] = useState<string | null>(null);
  const [owners, setOwners] = useState<Readonly<Record<string, string>>>({});
  const [edits, setEdits] = useState<readonly LaterEdit[]>([]);
  const query = useMergePlan(path, { ids, into, owners });
  const { data: plan, error, isPlaceholderData, isFetching, refetch } = query;
  const { plural } = resourceViews[path];

  async function merge() {
    if (!plan || isPlaceholderData) return;
    const survivor = await merging.merge(plan);
    if (survivor !== null) return onMerged(survivor);
    // A refusal may mean that someone edited, deleted or merged one of them.
    const { data: now } = await refetch();
    if (now) setEdits(laterEdits(plan, now));
  }

  return (
    <Dialog title={`Merge ${plural}`} size="wide" onDismiss={onDismiss}>
      {children}
      <QueryState
        query={query}
        what={`the ${plural}`}
        title={error?.issues.map(({ message }) => `One of these ${plural} ${message}`)[0]}
        lines={6}
      />
      {plan && (
        <>
          <fieldset className="min-w-0">
            <legend className="text-sm font-semibold">Record to keep</legend>
            <p className="text-sm text-muted">Its id stays in the API.</p>
            <ul className={`mt-2 grid gap-2 ${ids.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2"}`}>
              {plan.records
                .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
                .map((record) => (
                  <RecordChoice
                    key={record.id}
                    record={record}
                    isKept={record.id === (into ?? plan.into)}
                    onKeep={() => setInto(record.id)}
                  />
                ))}
            </ul>
          </fieldset>
          <FieldChoices
            plan={plan}
            owners={owners}
            onChoose={(field, owner) => setOwners({ ...owners, [field]: owner })}
          />
          <MergeOutcome plan={plan} />
          {path === "people" && <DifferentNames records={plan.records} />}
          {merging.error && <MergeConflict error={merging.error} edits={edits} />}
        </>
      )}
      <DialogActions
        action={plan && `Merge ${ids.length} ${plural}`}
        doing="Merging…"
        write={merging}
        onAct={() => void merge()}
        isDisabled={isFetching}
        onDismiss={onDismiss}
      />
    </Dialog>
  );
}

interface ChoicesProps {
  plan: MergePlan;
  /** By field, the record whose value is chosen. */
  owners: Readonly<Record<string, string>>;
  onChoose(field: string, owner: string): void;
}

/** The differing fields side by side, to choose one value of each; the lists, which are combined. */
function FieldChoices({ plan: { fields, lists, records }, owners, onChoose }: ChoicesProps) {
  const differing = fields.filter(({ values }) => values.length > 1);
  const columns = records.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2";
  return (
    <>
      {differing.map(({ field, label, values, kept }) => (
        <FieldChoice
          key={field}
          label={label}
          columns={columns}
          options={values.map(({ words, ids }) => ({
            id: ids[0] ?? "",
            text: words ?? "(empty)",
            caption: <code className="font-mono break-all">{ids.join(", ")}</code>,
          }))}
          chosen={values.find(({ ids }) => ids.includes(owners[field] ?? kept))?.ids[0]}
          onChoose={(owner) => onChoose(field, owner)}
        />
      ))}
      {lists.map(({ field, label, entries }) => (
        <section key={field} aria-label={label}>
          <h3 className="font-sans text-sm font-semibold">
            {label} <span className="font-normal text-muted">combined</span>
          </h3>
          <ul className={`mt-1 grid gap-2 text-sm ${columns}`}>
            {entries.map(({ id, words }) => (
              <li key={id} className="min-w-0 rounded border border-line p-3 break-words">
                <code className="font-mono text-xs break-all text-muted">{id}</code>
                {words.map((entry) => (
                  <p key={entry} dir="auto">
                    {entry}
                  </p>
                ))}
                {words.length === 0 && <p className="text-muted">None</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

type LaterEdit = ReturnType<typeof laterEdits>[number];

/** What two plans of the same records differ in: the record, and its field before and after. */
function laterEdits(before: MergePlan, after: MergePlan) {
  return after.fields.flatMap(({ field, label, values }) =>
    values.flatMap(({ words, ids }) =>
      ids.flatMap((id) => {
        const old = before.fields.find((one) => one.field === field)?.values.find((value) => value.ids.includes(id));
        return old && old.words !== words ? [{ id, label, before: old.words, after: words }] : [];
      }),
    ),
  );
}

/** Why records were not merged. Takes the focus, because it may be out of view. */
function MergeConflict({ error, edits }: { error: RequestError; edits: readonly LaterEdit[] }) {
  if (error.response?.status !== 412) return <ChangeErrors error={error} nameOf={() => ""} />;
  return (
    <Refusal error={error}>
      <p>
        Nothing was merged. Someone else edited these records. They are shown as they are now: check your choices, then
        merge again.
      </p>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {edits.map((edit) => (
          <li key={`${edit.id} ${edit.label}`} className="break-words">
            <code className="font-mono break-all">{edit.id}</code>, {edit.label.toLowerCase()}:{" "}
            <del>{shortened(edit.before)}</del> → <ins className="no-underline">{shortened(edit.after)}</ins>
          </li>
        ))}
      </ul>
    </Refusal>
  );
}

function shortened(words: string | null): string {
  const text = words ?? "(empty)";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

type NamedRecord = Pick<MergePlan["records"][number], "names">;

/** Asks whether people whose names are not alike are the same person. */
function DifferentNames({ records }: { records: readonly NamedRecord[] }) {
  const [first, ...others] = records;
  const other = first && others.find((one) => !haveLikeNames(first, one));
  if (!other) return null;
  return (
    <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
      <bdi>{first.names[0]}</bdi> and <bdi>{other.names[0]}</bdi> have different names. Merge them only if they are the
      same person.
    </p>
  );
}

/** Whether one has a name, or another name, that is like one of the other's. */
export function haveLikeNames(one: NamedRecord, other: NamedRecord): boolean {
  const find = similarNames(one.names.map((name) => ({ name })));
  return other.names.some((name) => find(name).length > 0);
}
