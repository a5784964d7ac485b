import { useId, useState, type ReactNode } from "react";

/** A longer text is cut until it is asked for. */
const maxCharacters = 240;

interface Props {
  label: string;
  note?: string | undefined;
  options: readonly { id: string; text: string; caption: ReactNode }[];
  chosen: string | undefined;
  columns?: string;
  onChoose(id: string): void;
}

/** The values of one field side by side, of which one is chosen. */
export function FieldChoice({ label, note, options, chosen, columns = "sm:grid-cols-2", onChoose }: Props) {
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
