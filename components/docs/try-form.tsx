"use client";

import { useState } from "react";
import { ResponseBody } from "@/components/api-console/response-body";
import { ResponseLine } from "@/components/api-console/response-line";
import { QuotaLine } from "@/components/api-console/quota-line";
import { useCalls } from "@/components/api-console/use-calls";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { MethodName } from "./method-name";
import { setReaderKey, useReaderKey } from "./reader-key";

export interface TryFormProps {
  /** The operation's summary. */
  summary: string;
  /** As in OpenAPI: `/api/shows/{id}`. */
  path: string;
  parameters: { name: string; place: "path" | "query"; start: string; example: string }[];
  needsSession: boolean;
}

/** Sends a real request from the reader's browser. */
export function TryForm({ path, parameters, needsSession }: TryFormProps) {
  const key = useReaderKey();
  const [values, setValues] = useState(() => Object.fromEntries(parameters.map(({ name, start }) => [name, start])));
  const { callOf, quota, send } = useCalls();
  const address = addressOf(path, parameters, values);
  const call = callOf(address);
  const isSending = call.state === "sending";
  const submit = () => void send(address, key);
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-3 p-3">
        {parameters.map(({ name, example }) => (
          <Field
            key={name}
            label={name}
            value={values[name] ?? ""}
            placeholder={example}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target }) => setValues((all) => ({ ...all, [name]: target.value }))}
          />
        ))}
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
          <Button type="submit" look="primary" aria-disabled={isSending}>
            {isSending ? "Sending…" : call.held ? "Send again" : "Send"}
          </Button>
        </div>
        <p className="text-xs text-muted">{needsSession ? sessionNote : keyNote}</p>
      </div>
      {call.state !== "idle" && (
        <div className="border-t border-line">
          <ResponseLine call={call} />
          <ResponseBody call={call} path={address} sample={null} retry={submit} />
          <QuotaLine quota={quota} />
        </div>
      )}
    </form>
  );
}

const keyNote = "Sends a real request. Your key is kept only in this tab.";
const sessionNote = "Sends a real request with your current session. You get a 401 if you’re not signed in.";

/** The path under `/api` with the values filled in. */
function addressOf(path: string, parameters: TryFormProps["parameters"], values: Record<string, string>): string {
  const filled = path
    .replace(/^\/api/, "")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = parameters
    .filter(({ name, place }) => place === "query" && values[name])
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? "")}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}
