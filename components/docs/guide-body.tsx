import type { Language } from "@/lib/docs/code/schema.browser";
import { JsonText } from "@/components/ui/json-text";
import type { Block, GuideAnswer, GuideExample, Section } from "@/lib/docs/guides/schema.browser";
import { CodeBlock } from "./code-block";
import { CopyVisibleCode } from "./copy-visible-code";
import { GuidePicture } from "./guide-picture";
import { LinkedHeading } from "./linked-heading";
import { Prose } from "./prose";
import { RunRequest } from "./run-request";

interface Props {
  section: Section;
  language: Language;
}

export function GuideSection({ section: { anchor, title, blocks }, language }: Props) {
  return (
    <section aria-labelledby={anchor} className="mt-10">
      <LinkedHeading anchor={anchor}>{title}</LinkedHeading>
      {blocks.map((block, index) => (
        <div key={index} className="mt-4">
          <GuideBlock block={block} name={`${anchor}-${index}`} language={language} />
        </div>
      ))}
    </section>
  );
}

function GuideBlock({ block, name, language }: { block: Block; name: string; language: Language }) {
  switch (block.kind) {
    case "text":
      return (
        <p>
          <Prose text={block.text} />
        </p>
      );
    case "list": {
      const List = block.isNumbered ? "ol" : "ul";
      return (
        <List className={`${block.isNumbered ? "list-decimal" : "list-disc"} pl-5 marker:text-gilt`}>
          {block.items.map((item) => (
            <li key={item} className="mt-1">
              <Prose text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "picture":
      return <GuidePicture name={block.name} alt={block.alt} />;
    case "table":
      return <Table head={block.head} rows={block.rows} />;
    case "code":
      return (
        <div className="rounded border border-line bg-sunken" data-code>
          <div className="flex justify-end border-b border-line py-1 pr-1">
            <CopyVisibleCode label="Copy this text" />
          </div>
          <pre className="px-3 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
            {block.text}
          </pre>
        </div>
      );
    case "example":
      return <Shown example={block.example} name={name} language={language} />;
  }
}

function Shown({ example, name, language }: { example: GuideExample; name: string; language: Language }) {
  return (
    <>
      <p className="mb-1 text-sm text-muted">{example.name}</p>
      <CodeBlock name={name} label={example.name} code={example.code} chosen={language} />
      {(example.output !== undefined || example.answer) && (
        <Answer
          subject={example.name}
          request={example.request}
          answer={example.answer ?? { text: example.output ?? "", isCut: false }}
        />
      )}
    </>
  );
}

interface AnswerProps {
  subject: string;
  request: string | undefined;
  answer: GuideAnswer;
}

/** What the example above printed, and a button that sends its request. */
function Answer({ subject, request, answer: { json, text, isCut } }: AnswerProps) {
  const body = (
    <pre
      tabIndex={0}
      role="region"
      aria-label={`${subject}: answer`}
      className="max-h-80 overflow-auto px-3 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap"
    >
      {text ?? <JsonText text={JSON.stringify(json, null, 2)} />}
      {isCut && <span className="text-muted">{"\n…"}</span>}
    </pre>
  );
  if (request !== undefined)
    return (
      <RunRequest subject={subject} path={request}>
        {body}
      </RunRequest>
    );
  return (
    <div className="mt-2 rounded border border-line bg-raised">
      <p className="border-b border-line px-3 py-1 text-sm text-muted">Answer</p>
      {body}
    </div>
  );
}

/** On narrow screens each row is a card with the first cell as its title. */
function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table className="w-full text-left text-sm max-sm:block">
      <thead className="text-muted max-sm:sr-only">
        <tr className="border-b border-line">
          {head.map((title, index) => (
            <th key={index} scope="col" className="py-2 pr-4 font-normal">
              <Prose text={title} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(([first = "", ...rest]) => (
          <tr key={first + rest.join()} className="border-b border-line align-top max-sm:block max-sm:py-2">
            <th scope="row" className="py-2 pr-4 font-semibold max-sm:block max-sm:py-0">
              <Prose text={first} />
            </th>
            {rest.map((cell, index) => (
              <td key={index} className="py-2 pr-4 max-sm:block max-sm:py-0">
                <Prose text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
