"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { useDirectory } from "@/components/resource/use-directory";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { SelectField, TextField } from "@/components/ui/field";
import { roleTypes } from "@/lib/resources/cast-members/terms";
import { nextBilling, type EditedMember, type CastPlace, type RoleType } from "./cast";
import { matchLines, type Match } from "./match-lines";
import { peopleByName, normalizeName } from "./pasted";
import { PastedRow } from "./pasted-row";

interface Props {
  productionId: string;
  members: readonly EditedMember[];
  onAdd(places: readonly CastPlace[]): void;
  onDismiss(): void;
}

/** Adds a pasted cast list, with a preview that shows whom each line means. */
export function PasteDialog({ productionId, members, onAdd, onDismiss }: Props) {
  const { directory, isPending } = useDirectory(["people", "roles"]);
  const [text, setText] = useState("");
  const [type, setType] = useState<RoleType>("principal");
  /** The chosen person by name; other names are matched automatically. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<readonly number[]>([]);
  const find = useMemo(
    () => peopleByName([...directory.people.values()].map(({ id, name }) => ({ id, name }))),
    [directory.people],
  );
  const roles = useMemo(
    () => [...directory.roles.values()].filter((role) => role.production_id === productionId),
    [directory.roles, productionId],
  );
  const pasted = useDeferredValue(text);
  const matches = useMemo(
    () => matchLines(pasted, { first: type, find, roles, members, chosen }),
    [pasted, type, find, roles, members, chosen],
  );
  const isOut = ({ isThere }: Match, index: number) => isThere !== left.includes(index);
  const taken = matches.filter((match, index) => !isOut(match, index));

  function add() {
    let principals = nextBilling(members, "principal") ?? 1;
    onAdd(
      taken.map(({ place }) => ({
        ...place,
        billing_order: place.role_type === "principal" ? principals++ : null,
      })),
    );
  }

  return (
    <Dialog title="Paste a cast list" size="wide" onDismiss={text === "" ? onDismiss : undefined}>
      <div className="grid gap-4 sm:grid-cols-[1fr_160px]">
        <TextField
          label="Cast list"
          hint="One per line: Name — Role. A heading like “Ensemble” applies to the names below it."
          rows={6}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setLeft([]);
          }}
        />
        <SelectField label="Default type" value={type} onChange={(event) => setType(event.target.value as RoleType)}>
          {roleTypes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      {isPending && text !== "" && <p className="text-sm text-muted">Loading known people…</p>}
      {matches.length > 0 && (
        <ul aria-label="Preview" className="divide-y divide-line rounded border border-line">
          {matches.map((match, index) => (
            <PastedRow
              key={index}
              match={match}
              isTaken={!isOut(match, index)}
              onTake={() => setLeft(left.includes(index) ? left.filter((one) => one !== index) : [...left, index])}
              onChoose={(id) => setChosen({ ...chosen, [normalizeName(match.line.person)]: id })}
            />
          ))}
        </ul>
      )}
      <DialogActions
        action={taken.length === 0 ? "Add to cast" : `Add ${taken.length} to cast`}
        onAct={add}
        isDisabled={taken.length === 0 || isPending}
        onDismiss={onDismiss}
      >
        <span role="status" className="text-sm text-muted">
          {matches.length > 0 && summary(taken)}
        </span>
      </DialogActions>
    </Dialog>
  );
}

function summary(taken: readonly Match[]): string {
  const people = new Set(taken.flatMap(({ place }) => (place.person.isNew ? [place.person.id] : [])));
  const roles = new Set(taken.flatMap(({ place }) => (place.role?.isNew ? [place.role.id] : [])));
  return `${people.size} new people, ${roles.size} new roles. Nothing is saved until you save the cast.`;
}
