import Link from "next/link";
import { JsonText } from "@/components/ui/json-text";
import type { Language } from "@/lib/docs/code/example-code.browser";
import type { Block, Guide, GuideExample, Section } from "@/lib/docs/guides/schema.browser";
import { CodeBlock } from "./code-block";
import { CopyVisibleCode } from "./code-text";
import { CodePre, LinkedHeading, Prose } from "./text";
import dashboard from "./pictures/dashboard.png";
import production from "./pictures/production.png";
import theatres from "./pictures/theatres.png";
import { RunRequest } from "./run-request";

/** The pictures that guides show. The flow of e2e/pictures.e2e.ts makes them; a test compares the files. */
const pictures: Readonly<Record<string, typeof dashboard>> = { dashboard, production, theatres };

export function GuideSection({ section, language }: { section: Section; language: Language }) {
  const { anchor, title, blocks } = section;
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
    case "picture": {
      const picture = pictures[block.name];
      if (!picture) throw new Error(`No picture is named ${block.name}.`);
      const { src, width, height } = picture;
      return (
        <a href={src} className="block">
          {/* oxlint-disable-next-line next/no-img-element -- Our server makes no other sizes of a picture. */}
          <img
            {...{ src, width, height }}
            alt={block.alt}
            loading="lazy"
            className="h-auto w-full rounded border border-line"
          />
        </a>
      );
    }
    case "table":
      return <Table head={block.head} rows={block.rows} />;
    case "code":
      return (
        <div className="rounded border border-line bg-sunken" data-code>
          <div className="flex justify-end border-b border-line py-1 pr-1">
            <CopyVisibleCode label="Copy this text" />
          </div>
          <CodePre className="px-3 py-3">{block.text}</CodePre>
        </div>
      );
    case "example":
      return (
        <>
          <p className="mb-1 text-sm text-muted">{block.example.name}</p>
          <CodeBlock name={name} label={block.example.name} code={block.example.code} chosen={language} />
          <Answer example={block.example} />
        </>
      );
  }
}

/** What the example above printed, and a button that sends its request. */
function Answer({ example: { name, request, output, answer } }: { example: GuideExample }) {
  if (output === undefined && !answer) return null;
  const { json, text, isCut } = answer ?? { text: output, isCut: false };
  const body = (
    <CodePre tabIndex={0} role="region" aria-label={`${name}: answer`} className="max-h-80 overflow-auto px-3 py-3">
      {text ?? <JsonText text={JSON.stringify(json, null, 2)} />}
      {isCut && <span className="text-muted">{"\n…"}</span>}
    </CodePre>
  );
  if (request !== undefined)
    return (
      <RunRequest subject={name} path={request}>
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

/** The guides before and after this one, in reading order. */
export function GuideNeighbours({ previous, next }: { previous: Guide | null; next: Guide | null }) {
  const neighbours = [
    { rel: "prev", label: "Previous", guide: previous, place: "" },
    { rel: "next", label: "Next", guide: next, place: "sm:col-start-2 sm:text-right" },
  ];
  return (
    <nav aria-label="More guides" className="mt-12 grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
      {neighbours.map(
        ({ rel, label, guide, place }) =>
          guide && (
            <Link
              key={rel}
              href={`/docs/guides/${guide.slug}`}
              rel={rel}
              prefetch={false}
              className={`block rounded border border-line px-4 py-3 hover:bg-sunken ${place}`}
            >
              <span className="block text-sm text-muted">{label}</span>
              <span className="font-semibold underline decoration-edge underline-offset-4">{guide.title}</span>
            </Link>
          ),
      )}
    </nav>
  );
}
