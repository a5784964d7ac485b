import { useContext, useEffect, useRef, useState } from "react";
import { LiveResponse } from "@/components/docs/api-console/live-response";
import { useCalls } from "@/components/docs/api-console/use-calls";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { RequestError } from "@/lib/http/client/client.browser";
import type { ExampleCall } from "@/lib/docs/code/example-code.browser";
import type { ParameterControl } from "@/lib/docs/reference/schema.browser";
import { ReaderCallContext } from "./code-text";
import { MethodName } from "./text";
import { ParameterInput } from "./parameter-input";
import { setReaderKey, useReaderKey } from "./reader-key";

export interface TriedParameter {
  name: string;
  place: "path" | "query";
  /** Its value at first. */
  start: string;
  example: string;
  control: ParameterControl;
}

export interface TryFormProps {
  /** The operation's anchor. */
  operation: string;
  summary: string;
  /** As in OpenAPI: `/api/shows/{id}`. */
  path: string;
  parameters: TriedParameter[];
  /** The call of the sample; the reader's own differs in its URL. */
  call: ExampleCall;
  needsSession: boolean;
}

/** The values of the parameters as they are sent, by name; empty for those that are not. */
type TriedValues = Readonly<Record<string, string>>;

/** Builds a request from the operation's parameters, sends it from the reader's browser, and lets the sample beside it follow. */
export function TryForm({
  operation,
  path,
  parameters,
  call: sample,
  needsSession,
  hasColumns,
}: TryFormProps & { hasColumns: boolean }) {
  const key = useReaderKey();
  const [values, setValues] = useState(
    () => sharedValues(location.search, operation, parameters) ?? startValues(parameters),
  );
  const { callOf, quota, send } = useCalls();
  const address = triedAddress(path, parameters, values);
  const call = callOf(address);
  const isSending = call.state === "sending";
  /** In the address of the `Link` to the next page. */
  const cursor = /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(call.held?.link ?? "")?.[1];
  const problems = call.answer?.status === 400 ? new RequestError(call.answer).issues : [];
  const isChanged = address !== triedAddress(path, parameters, startValues(parameters));
  const [, setReaderCall] = useContext(ReaderCallContext);
  const response = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);

  useEffect(
    () => setReaderCall(isChanged ? { ...sample, url: `${new URL(sample.url).origin}/api${address}` } : null),
    [setReaderCall, isChanged, sample, address],
  );
  useEffect(() => {
    if (isAwaited.current) response.current?.scrollIntoView({ block: "nearest" });
  }, [call]);

  function submit(requested = address) {
    isAwaited.current = true;
    void send(requested, key);
  }

  function change(changed: TriedValues) {
    isAwaited.current = false;
    setValues(changed);
    history.replaceState(null, "", sharedPart(operation, changed));
  }

  function sendPage(after: string) {
    const next = { ...values, cursor: after };
    change(next);
    submit(triedAddress(path, parameters, next));
  }

  return (
    <>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid gap-3 p-3">
          <div className={`grid items-start gap-3 ${hasColumns ? "sm:grid-cols-2" : ""}`}>
            {parameters.map(({ name, example, control }) => (
              <ParameterInput
                key={name}
                control={control}
                name={name}
                value={values[name] ?? ""}
                example={example}
                problem={problems.find((issue) => issue.path === name)?.message}
                onChange={(value) => change(changedValues(values, name, value))}
              />
            ))}
          </div>
          {!needsSession && (
            <Field
              label="API key (optional)"
              value={key}
              placeholder="tl_live_…"
              spellCheck={false}
              autoCapitalize="none"
              // Not a password field: browsers offer to save those.
              data-secret
              onChange={({ target }) => setReaderKey(target.value)}
            />
          )}
          <div className="flex items-center gap-2 rounded bg-sunken p-2 pl-3">
            <code className="min-w-0 grow font-mono text-xs [overflow-wrap:anywhere]">
              <MethodName method="GET" /> /api{address}
            </code>
            <Button type="submit" look="primary" className="shrink-0" aria-disabled={isSending}>
              {isSending ? "Sending…" : call.held ? "Send again" : "Send"}
            </Button>
          </div>
          <p className="text-xs text-muted">
            {needsSession
              ? "Sends a real request with your current session. You get a 401 if you’re not signed in."
              : "Sends a real request. Your key is kept only in this tab."}
            {parameters.some(({ control }) => control.kind === "records") &&
              " To find a record by name, a list of names is loaded, which counts as one request."}
          </p>
        </div>
        {call.state !== "idle" && (
          <div ref={response} className="scroll-mt-32 border-t border-line">
            <LiveResponse
              {...{ call, quota }}
              path={address}
              retry={() => submit()}
              next={cursor === undefined ? null : () => sendPage(cursor)}
            />
          </div>
        )}
      </form>
      {isChanged && (
        <p className="flex items-center justify-between gap-2 border-t border-line p-3 text-sm text-muted">
          The address of this page holds the request.
          <CopyButton text={() => location.href} label="Copy a link to this request" size="small" />
        </p>
      )}
    </>
  );
}

function startValues(parameters: readonly TriedParameter[]): TriedValues {
  return Object.fromEntries(parameters.map(({ name, start }) => [name, start]));
}

/** The path under `/api` with the values filled in. */
function triedAddress(path: string, parameters: readonly TriedParameter[], values: TriedValues): string {
  const filled = path
    .replace(/^\/api/, "")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = parameters
    .filter(({ name, place }) => place === "query" && values[name])
    .map(({ name }) => `${name}=${readable(values[name] ?? "")}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** Encoded, but for the signs that are allowed in a query and that lists and times have. */
function readable(value: string): string {
  return encodeURIComponent(value).replaceAll(/%2C|%3A/g, (sign) => decodeURIComponent(sign));
}

/** The values after one has changed. A cursor holds only for the query that it came with. */
function changedValues(values: TriedValues, name: string, value: string): TriedValues {
  const isSameQuery = name === "cursor" || name === "limit" || values["cursor"] === undefined;
  return { ...values, ...(isSameQuery ? {} : { cursor: "" }), [name]: value };
}

const operationName = "operation";

/** The query and fragment of a page's URL that hold an operation's values, so that they can be shared. */
function sharedPart(operation: string, values: TriedValues): string {
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  return `?${new URLSearchParams([[operationName, operation], ...filled]).toString()}#${operation}`;
}

/** The values in a page's query; null when they are of another operation, or there are none. */
function sharedValues(search: string, operation: string, parameters: readonly TriedParameter[]): TriedValues | null {
  const query = new URLSearchParams(search);
  if (query.get(operationName) !== operation) return null;
  return Object.fromEntries(parameters.map(({ name }) => [name, query.get(name) ?? ""]));
}
