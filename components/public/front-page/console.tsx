"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/radio-group";
import { LiveResponse } from "@/components/docs/api-console/live-response";
import { useCalls } from "@/components/docs/api-console/use-calls";

interface Props {
  choices: {
    path: string;
    plural: string;
    /** JSON of one record; null if there is none. */
    sample: string | null;
  }[];
}

/** A console for the live API. Only "Send" spends a request. */
export function Console({ choices }: Props) {
  const [chosen, setChosen] = useState(choices[0]?.path ?? "");
  const { callOf, quota, send } = useCalls();
  const path = `/${chosen}`;
  const call = callOf(path);
  const isSending = call.state === "sending";
  return (
    <section
      aria-labelledby="console"
      className="min-w-0 self-start rounded lg:row-span-2 border border-line bg-raised"
    >
      <div className="border-b border-line p-4">
        <h3 id="console" className="text-lg font-semibold">
          <span className="noscript:hidden">Try it now</span>
          <span className="hidden noscript:inline">An example</span>
        </h3>
        <p className="mt-1 text-sm text-muted noscript:hidden">
          This sends a real request from your browser. It counts as one of today’s requests.
        </p>
        <div className="mt-3 noscript:hidden">
          <RadioGroup
            legend="Resource"
            name="resource"
            options={choices.map(({ path: value, plural }) => ({ value, content: plural }))}
            value={chosen}
            onChoose={setChosen}
          />
        </div>
        <div className="mt-3 flex items-center gap-2 rounded bg-sunken p-2 pl-4">
          <code className="min-w-0 grow font-mono text-sm break-all">
            <span className="text-curtain">GET</span> /api{path}
          </code>
          <Button look="primary" className="noscript:hidden" aria-disabled={isSending} onClick={() => void send(path)}>
            {isSending ? "Sending…" : call.held ? "Send again" : "Send"}
          </Button>
        </div>
      </div>
      <LiveResponse
        {...{ call, path, quota }}
        sample={choices.find((choice) => choice.path === chosen)?.sample ?? null}
        retry={() => void send(path)}
      />
    </section>
  );
}
