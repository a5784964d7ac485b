import type { ReactNode } from "react";
import { JsonText } from "@/components/ui/json-text";
import { type ExampleCall, exampleCode, type Language } from "@/lib/docs/code/example-code.browser";
import { headerAnchor, type DocumentedOperation, type DocumentedResponse } from "@/lib/docs/reference/schema.browser";
import { reasonPhrases } from "./api-console/reason-phrases";
import { CodeBlock } from "./code-block";
import { ReaderCallProvider } from "./code-text";
import { FieldList } from "./field-list";
import { CodePre, LinkedHeading, MethodName, Prose } from "./text";
import { TryIt } from "./try-it";

interface Props {
  operation: DocumentedOperation;
  /** The call that the sample's code makes. */
  sampleCall: ExampleCall;
  language: Language;
}

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
] as const;

const accessWords: Record<DocumentedOperation["access"], string> = {
  anybody: "Public: works with or without a key. Counts as one request, unless the response is a 304.",
  session: "Requires a signed-in session. An API key isn’t enough.",
  uncounted: "Public and free: not counted, no limit.",
};

/** An operation: parameters and responses on the left, the request on the right. */
export function OperationView({ operation, sampleCall, language }: Props) {
  const { anchor, method, path, summary, description, isDeprecated, access, parameters, body, success, others, call } =
    operation;
  const status = `${success.status} ${reasonPhrases[success.status]}`;
  /** The example of a list shows one of its records. */
  const exampleLabel = call.isList ? `${status}, with one of its records` : status;
  return (
    <section
      aria-labelledby={anchor}
      className="grid gap-x-10 gap-y-6 border-t border-line py-10 xl:grid-cols-2 xl:grid-rows-[auto_1fr]"
    >
      <div className="min-w-0">
        <LinkedHeading anchor={anchor}>{summary}</LinkedHeading>
        <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">
          <MethodName method={method} /> {path}
          {isDeprecated && <strong className="ml-2 font-sans">Deprecated</strong>}
        </p>
        <div className="mt-3 grid gap-2 text-sm">
          {description && (
            <p>
              <Prose text={description} />
            </p>
          )}
          <p className="text-muted">
            <Prose text={accessWords[access]} />
          </p>
        </div>
      </div>
      <div className="min-w-0 xl:sticky xl:top-(--sticky-top,16px) xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:-mx-1 xl:max-h-[calc(100dvh-var(--sticky-top,16px)-16px)] xl:self-start xl:overflow-y-auto xl:px-1">
        <ReaderCallProvider>
          <CodeBlock
            name={anchor}
            label={summary}
            code={exampleCode(sampleCall)}
            call={access === "anybody" && method === "GET" ? sampleCall : undefined}
            chosen={language}
          />
          {method === "GET" && (
            <TryIt
              {...{ summary, path }}
              operation={anchor}
              parameters={parametersToTry(operation)}
              call={sampleCall}
              needsSession={access === "session"}
            />
          )}
        </ReaderCallProvider>
        {success.content?.examples.map((example, index) => (
          <div key={index} className="mt-3 min-w-0 rounded border border-line bg-raised" data-json>
            <p className="border-b border-line px-3 py-2 text-sm text-muted">{exampleLabel}</p>
            <CodePre
              tabIndex={0}
              role="region"
              aria-label={`${summary}: ${exampleLabel}`}
              className="max-h-96 overflow-auto px-3 py-3"
            >
              <JsonText text={JSON.stringify(example, null, 2)} />
            </CodePre>
          </div>
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-6 xl:col-start-1">
        {places.map(([place, title]) => {
          const fields = parameters.filter((parameter) => parameter.place === place);
          if (fields.length === 0) return null;
          return (
            <Part key={place} anchor={`${anchor}-${place}`} title={title}>
              <FieldList fields={fields} of={{ operation: anchor, part: place }} marked="required" />
            </Part>
          );
        })}
        {body && (
          <Part anchor={`${anchor}-body`} title="Body">
            <FieldList fields={body.fields} of={{ operation: anchor, part: "body" }} marked="required" />
          </Part>
        )}
        <Part anchor={`${anchor}-answer`} title="Response">
          <p className="mt-1 text-sm text-muted">
            <span className="font-mono text-ink">{status}</span> · <Prose text={success.description} />
          </p>
          {success.content && (
            <FieldList fields={success.content.fields} of={{ operation: anchor, part: "answer" }} marked="optional" />
          )}
          <HeaderNames headers={success.headers} />
        </Part>
        <Part anchor={`${anchor}-others`} title="Error responses">
          <div className="mt-2 border-t border-line text-sm">
            {others.map((response) => (
              <OtherResponse key={response.status} response={response} />
            ))}
          </div>
        </Part>
      </div>
    </section>
  );
}

function Part({ anchor, title, children }: { anchor: string; title: string; children: ReactNode }) {
  return (
    <div>
      <LinkedHeading as="h3" anchor={anchor}>
        {title}
      </LinkedHeading>
      {children}
    </div>
  );
}

/** The parameters that the form asks for. */
function parametersToTry({ parameters, call }: DocumentedOperation) {
  return parameters.flatMap(({ name, place, control, example }) => {
    if (place === "header") return [];
    // A list is requested as in the example beside it: with its first filter only.
    const isInSample = place === "path" || call.url.includes(`?${name}=`);
    return [{ name, place, control, example: example ?? "", start: isInSample ? (example ?? "") : "" }];
  });
}

/** Expands to its headers, fields and body. */
function OtherResponse({ response: { status, description, content, headers } }: { response: DocumentedResponse }) {
  return (
    <details className="border-b border-line">
      <summary className="cursor-pointer py-2 marker:text-muted">
        <span className={`font-mono font-semibold ${status < 400 ? "" : "text-curtain"}`}>
          {status} {reasonPhrases[status]}
        </span>
        <span className="mt-1 block text-muted">
          <Prose text={description} />
        </span>
      </summary>
      <div className="pb-3 pl-4">
        {content && <FieldList fields={content.fields} marked="optional" />}
        {content?.examples.map((example, index) => (
          <CodePre key={index} className="mt-3 rounded bg-sunken px-3 py-2">
            {JSON.stringify(example, null, 2)}
          </CodePre>
        ))}
        <HeaderNames headers={headers} />
      </div>
    </details>
  );
}

/** Names only; the documentation's first page explains each header. */
function HeaderNames({ headers }: Pick<DocumentedResponse, "headers">) {
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
