import type { ReactNode } from "react";

interface Option<Value extends string> {
  value: Value;
  /** The visible content. */
  content: ReactNode;
  /** The accessible name, if the visible content has no text. */
  label?: string;
}

interface Props<Value extends string> {
  legend: string;
  name: string;
  options: readonly Option<Value>[];
  value: Value;
  onChoose(value: Value): void;
  size?: "small" | "usual";
}

const looks = {
  small: "border-transparent text-muted has-checked:border-edge has-checked:bg-raised has-checked:text-ink",
  usual:
    "border-edge has-checked:border-curtain has-checked:bg-curtain-wash has-checked:font-semibold has-checked:text-curtain",
};

/** Forced colours remove fills and show every border, so the chosen one needs a colour of the system. */
const forcedColours =
  "forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:border-[Highlight] forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]";

/** Radio buttons that look like a row of labels. */
export function RadioGroup<Value extends string>({
  legend,
  name,
  options,
  value,
  onChoose,
  size = "usual",
}: Props<Value>) {
  const space = size === "small" ? "size-8" : "min-h-8 px-3";
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className={`flex flex-wrap ${size === "small" ? "gap-0" : "gap-2"}`}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`relative inline-flex cursor-pointer items-center justify-center rounded border text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-curtain ${forcedColours} ${space} ${looks[size]}`}
          >
            <input
              type="radio"
              className="absolute inset-0 cursor-pointer appearance-none rounded outline-none"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-label={option.label}
              title={option.label}
              onChange={() => onChoose(option.value)}
            />
            {option.content}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
