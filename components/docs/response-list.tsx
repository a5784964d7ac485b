import { reasonPhrases } from "@/components/docs/api-console/reason-phrases";
import { headerAnchor, type DocumentedResponse } from "@/lib/docs/reference/schema.browser";
import { FieldList } from "./field-list";
import { Prose } from "./prose";

/** The other responses: each expands to its headers, fields and body. */
export function ResponseList({ answers }: { answers: DocumentedResponse[] }) {
  return (
    <div className="mt-2 border-t border-line text-sm">
      {answers.map((answer) => (
        <details key={answer.status} className="border-b border-line">
          <summary className="cursor-pointer py-2 marker:text-muted">
            <span className={`font-mono font-semibold ${answer.status < 400 ? "" : "text-curtain"}`}>
              {answer.status} {reasonPhrases[answer.status]}
            </span>
            <span className="mt-1 block text-muted">
              <Prose text={answer.description} />
            </span>
          </summary>
          <div className="pb-3 pl-4">
            {answer.content && <FieldList fields={answer.content.fields} optional="optional" />}
            {answer.content?.examples.map((example, index) => (
              <pre
                key={index}
                className="mt-3 rounded bg-sunken px-3 py-2 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap"
              >
                {JSON.stringify(example, null, 2)}
              </pre>
            ))}
            <HeaderNames answer={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}

/** Names only; the documentation's first page explains each header. */
export function HeaderNames({ answer: { headers } }: { answer: DocumentedResponse }) {
  return (
    <p className="mt-3 text-sm text-muted">
      Headers:{" "}
      {headers.map(({ name }, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <a
            href={`/docs#${headerAnchor(name)}`}
            className="font-mono text-xs whitespace-nowrap underline decoration-edge underline-offset-4 hover:text-ink"
          >
            {name}
          </a>
        </span>
      ))}
    </p>
  );
}
