import { useId, useState, type ReactNode } from "react";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";

/** A longer text is cut until it is asked for. */
const maxCharacters = 240;

interface Props {
  plan: MergePlan;
  /** By field, the record whose value is chosen. */
  owners: Readonly<Record<string, string>>;
  onChoose(field: string, owner: string): void;
}

/** The differing fields side by side, to choose one value of each; the lists, which are combined. */
export function FieldChoices({ plan: { fields, lists, records }, owners, onChoose }: Props) {
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

interface ChoiceProps {
  label: string;
  note?: string | undefined;
  options: readonly { id: string; text: string; caption: ReactNode }[];
  chosen: string | undefined;
  columns?: string;
  onChoose(id: string): void;
}

/** The values of one field side by side, of which one is chosen. */
export function FieldChoice({ label, note, options, chosen, columns = "sm:grid-cols-2", onChoose }: ChoiceProps) {
  const name = useId();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">
        {label}
        {note && <span className="font-normal text-curtain"> {note}</span>}
      </legend>
      <div className={`mt-1 grid gap-2 ${columns}`}>
        {options.map(({ id, text, caption }) => (
          <label
            key={id}
            className="flex min-w-0 cursor-pointer items-start gap-3 rounded border border-edge p-3 text-sm has-checked:border-curtain has-checked:bg-curtain-wash"
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-4 shrink-0 accent-curtain"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span className="min-w-0 grow">
              <span dir="auto" className="block break-words whitespace-pre-wrap">
                {isWhole || text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).trimEnd()}…`}
              </span>
              <span className="mt-1 block text-xs text-muted">{caption}</span>
            </span>
          </label>
        ))}
      </div>
      {options.some(({ text }) => text.length > maxCharacters) && (
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
