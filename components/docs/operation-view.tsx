import type { Code, ExampleCall, Language } from "@/lib/docs/code/schema.browser";
import type { DocumentedResponse, DocumentedOperation, Parameter } from "@/lib/docs/reference/schema.browser";
import { reasonPhrases } from "@/components/docs/api-console/reason-phrases";
import { JsonText } from "@/components/ui/json-text";
import { AskedCallProvider } from "./asked-call";
import { ResponseList, HeaderNames } from "./response-list";
import { CodeBlock } from "./code-block";
import { FieldList } from "./field-list";
import { LinkedHeading } from "./linked-heading";
import { MethodName } from "./method-name";
import { Prose } from "./prose";
import { TryIt } from "./try-it";

interface Props {
  operation: DocumentedOperation;
  code: Code;
  /** The call that the code makes. */
  sampleCall: ExampleCall;
  language: Language;
}

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
] as const;

/** An operation: parameters and responses on the left, the request on the right. */
export function OperationView({ operation, code, sampleCall, language }: Props) {
  const { anchor, method, path, summary, description, isDeprecated, access, parameters, body, success, others, call } =
    operation;
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
        <AskedCallProvider>
          <CodeBlock
            name={anchor}
            label={summary}
            code={code}
            {...(access === "anybody" && method === "GET" ? { call: sampleCall } : {})}
            chosen={language}
          />
          {method === "GET" && <TryIt {...trial(operation)} call={sampleCall} />}
        </AskedCallProvider>
        {success.content?.examples.map((example, index) => (
          <JsonBlock key={index} label={exampleLabel(success, call.isList)} subject={summary} value={example} />
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-6 xl:col-start-1">
        {places.map(([place, title]) => (
          <Parameters
            key={place}
            operation={anchor}
            place={place}
            title={title}
            parameters={parameters.filter((parameter) => parameter.place === place)}
          />
        ))}
        {body && (
          <div>
            <LinkedHeading as="h3" anchor={`${anchor}-body`}>
              Body
            </LinkedHeading>
            <FieldList fields={body.fields} of={{ operation: anchor, part: "body" }} required="required" />
          </div>
        )}
        <div>
          <LinkedHeading as="h3" anchor={`${anchor}-answer`}>
            Response
          </LinkedHeading>
          <p className="mt-1 text-sm text-muted">
            <span className="font-mono text-ink">
              {success.status} {reasonPhrases[success.status]}
            </span>{" "}
            · <Prose text={success.description} />
          </p>
          {success.content && (
            <FieldList fields={success.content.fields} of={{ operation: anchor, part: "answer" }} optional="optional" />
          )}
          <HeaderNames answer={success} />
        </div>
        <div>
          <LinkedHeading as="h3" anchor={`${anchor}-others`}>
            Error responses
          </LinkedHeading>
          <ResponseList answers={others} />
        </div>
      </div>
    </section>
  );
}

const accessWords: Record<DocumentedOperation["access"], string> = {
  anybody: "Public: works with or without a key. Counts as one request, unless the response is a 304.",
  session: "Requires a signed-in session. An API key isn’t enough.",
  uncounted: "Public and free: not counted, no limit.",
};

/** The example of a list shows one of its records. */
function exampleLabel({ status }: DocumentedResponse, isList: boolean): string {
  return `${status} ${reasonPhrases[status]}${isList ? ", with one of its records" : ""}`;
}

interface ParametersProps {
  /** The operation's anchor. */
  operation: string;
  place: Parameter["place"];
  title: string;
  parameters: Parameter[];
}

function Parameters({ operation, place, title, parameters }: ParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <div>
      <LinkedHeading as="h3" anchor={`${operation}-${place}`}>
        {title}
      </LinkedHeading>
      <FieldList fields={parameters} of={{ operation, part: place }} required="required" />
    </div>
  );
}

function trial({ anchor, summary, path, access, parameters, call }: DocumentedOperation) {
  const fillable = parameters.flatMap(({ place, ...parameter }) =>
    place === "header" ? [] : [{ ...parameter, place }],
  );
  return {
    operation: anchor,
    summary,
    path,
    needsSession: access === "session",
    parameters: fillable.map(({ name, place, example, control }) => ({
      name,
      place,
      control,
      example: example ?? "",
      // A list is requested as in the example beside it: with its first filter only.
      start: place === "path" || call.url.includes(`?${name}=`) ? (example ?? "") : "",
    })),
  };
}

interface JsonBlockProps {
  label: string;
  /** The subject of the response. */
  subject: string;
  value: unknown;
}

/** A JSON response, formatted. */
function JsonBlock({ label, subject, value }: JsonBlockProps) {
  return (
    <div className="mt-3 min-w-0 rounded border border-line bg-raised" data-json>
      <p className="border-b border-line px-3 py-2 text-sm text-muted">{label}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={`${subject}: ${label}`}
        className="max-h-96 overflow-auto px-3 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        <JsonText text={JSON.stringify(value, null, 2)} />
      </pre>
    </div>
  );
}
