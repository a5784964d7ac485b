"use client";

import { useState } from "react";
import type { Directory } from "@/components/records/record-name";
import { choiceInWords } from "@/components/records/details/value-words";
import { entriesOf, unitedDetails, type ChosenOwners, type ComparedField, type LoadedRecord } from "./merge-fields";

/** A longer text is cut until it is asked for. */
const maxCharacters = 240;

interface Props {
  fields: readonly ComparedField[];
  records: readonly LoadedRecord[];
  owners: ChosenOwners;
  directory: Directory;
  onChoose(field: string, owner: string): void;
}

/** The fields side by side: one value of each differing field is chosen, equal ones are folded away. */
export function FieldChoices({ fields, records, owners, directory, onChoose }: Props) {
  const differing = fields.filter(({ values }) => values.length > 1);
  const equal = fields.filter(({ values }) => values.length === 1);
  const columns = records.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2";
  return (
    <>
      {differing.map((one) => (
        <FieldChoice
          key={one.name}
          compared={one}
          owner={owners[one.name] ?? ""}
          directory={directory}
          columns={columns}
          onChoose={(owner) => onChoose(one.name, owner)}
        />
      ))}
      {unitedDetails(records).map(({ name, label }) => (
        <section key={name} aria-label={label}>
          <h3 className="font-sans text-sm font-semibold">
            {label} <span className="font-normal text-muted">combined</span>
          </h3>
          <ul className={`mt-1 grid gap-2 text-sm ${columns}`}>
            {records.map(({ record: { id }, details }) => (
              <li key={id} className="min-w-0 rounded border border-line p-3 break-words">
                <code className="font-mono text-xs break-all text-muted">{id}</code>
                {entriesOf(details[name]).map((entry) => (
                  <p key={entry} dir="auto">
                    {entry}
                  </p>
                ))}
                {entriesOf(details[name]).length === 0 && <p className="text-muted">None</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {equal.length > 0 && (
        <details className="text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4">
            {equal.length === 1 ? "1 field is the same" : `${equal.length} fields are the same`}
          </summary>
          <dl className="grid gap-1 py-1">
            {equal.map(({ name, label, field, values: [only] }) => (
              <div key={name} className="flex min-w-0 flex-wrap gap-x-2">
                <dt className="text-muted">{label}</dt>
                <dd dir="auto" className="line-clamp-2 min-w-0 break-words">
                  {choiceInWords(only?.value, field, directory)}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

interface FieldChoiceProps {
  compared: ComparedField;
  owner: string;
  directory: Directory;
  columns: string;
  onChoose(owner: string): void;
}

function FieldChoice({ compared, owner, directory, columns, onChoose }: FieldChoiceProps) {
  const { name, label, field, values } = compared;
  const [isWhole, setIsWhole] = useState(false);
  const options = values.map(({ value, ids }) => ({ ids, text: choiceInWords(value, field, directory) }));
  const isLong = options.some(({ text }) => text.length > maxCharacters);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{label}</legend>
      <div className={`mt-1 grid gap-2 ${columns}`}>
        {options.map(({ ids, text }) => (
          <label
            key={ids.join()}
            className="flex min-w-0 cursor-pointer items-start gap-3 rounded border border-edge p-3 text-sm has-checked:border-curtain has-checked:bg-curtain-wash"
          >
            <input
              type="radio"
              name={`merge-${name}`}
              className="mt-1 size-4 shrink-0 accent-curtain"
              checked={ids.includes(owner)}
              onChange={() => onChoose(ids[0] ?? "")}
            />
            <span className="min-w-0 grow">
              <span dir="auto" className="block break-words whitespace-pre-wrap">
                {isWhole || text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).trimEnd()}…`}
              </span>
              <code className="mt-1 block font-mono text-xs break-all text-muted">{ids.join(", ")}</code>
            </span>
          </label>
        ))}
      </div>
      {isLong && (
        <button
          type="button"
          className="min-h-11 cursor-pointer text-sm underline underline-offset-4"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show less" : `Show all of ${label.toLowerCase()}`}
        </button>
      )}
    </fieldset>
  );
}
