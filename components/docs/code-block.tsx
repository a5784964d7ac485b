import { languages, type Code, type ExampleCall, type Language } from "@/lib/docs/code/example-code.browser";
import { CodeText, CopyVisibleCode } from "./code-text";
import { CodePre } from "./text";

interface Props {
  /** Unique on the page. */
  name: string;
  label: string;
  code: Partial<Code>;
  /** The call that the code makes, if it works with and without a key. */
  call?: ExampleCall | undefined;
  /** The language that the reader chose last. */
  chosen: Language;
}

/** CSS shows the chosen language, so that choosing works without JavaScript. */
const shown: Record<Language, string> = {
  curl: "group-has-[[value=curl]:checked]/code:block",
  javascript: "group-has-[[value=javascript]:checked]/code:block",
  python: "group-has-[[value=python]:checked]/code:block",
};

/** An example in several languages, of which one is shown. */
export function CodeBlock({ name, label, code, call, chosen }: Props) {
  const offered = languages.filter(({ value }) => code[value] !== undefined);
  const first = offered.find(({ value }) => value === chosen) ?? offered[0];
  return (
    <div role="group" aria-label={label} className="group/code min-w-0 rounded border border-line bg-sunken" data-code>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3">
        <fieldset className="min-w-0">
          <legend className="sr-only">Language</legend>
          <div className="flex flex-wrap gap-x-3">
            {offered.map(({ value, title }) => (
              <label
                key={value}
                className="relative inline-flex min-h-8 cursor-pointer items-center border-b-2 border-transparent text-sm text-muted has-checked:border-curtain has-checked:font-semibold has-checked:text-curtain has-focus-visible:outline-2 has-focus-visible:outline-curtain"
              >
                <input
                  type="radio"
                  className="absolute inset-0 cursor-pointer appearance-none outline-none"
                  name={`language-${name}`}
                  value={value}
                  defaultChecked={value === first?.value}
                  data-language-choice
                />
                {title}
              </label>
            ))}
          </div>
        </fieldset>
        <CopyVisibleCode label={`Copy: ${label}`} />
      </div>
      {offered.map(({ value }) => (
        <CodePre key={value} data-language={value} className={`hidden px-3 py-3 ${shown[value]}`}>
          <CodeText language={value} text={call ? null : (code[value] ?? "")} call={call} />
        </CodePre>
      ))}
    </div>
  );
}
