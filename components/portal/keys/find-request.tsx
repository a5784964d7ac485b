"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { setParameter } from "@/components/ui/use-search-state";
import { isRequestId } from "./request-paths";
import { useKeys } from "./use-keys";

const FoundRequests = dynamic(() => import("./found-requests").then((loaded) => loaded.FoundRequests), {
  ssr: false,
  loading: () => <Skeleton lines={3} label="Searching…" />,
});

const parameter = "request_id";

/** Finds a failed request of any of the reader's keys. */
export function FindRequest() {
  const { data } = useKeys();
  // In the address, so that a search can be shared.
  const requestId = useSearchParams().get(parameter) ?? "";
  const [problem, setProblem] = useState<string>();
  if (!data || data.body.length === 0) return null;

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get(parameter);
    const text = typeof given === "string" ? given.trim() : "";
    if (!isRequestId(text)) {
      setProblem("A request ID has 8 to 128 letters, digits, “_”, “.” and “-”.");
      return;
    }
    setProblem(undefined);
    setParameter(parameter, text);
  }

  return (
    <section aria-labelledby="failed-requests" className="mt-12">
      <h2 id="failed-requests" className="pb-2 text-2xl font-semibold">
        Find a failed request
      </h2>
      <p className="max-w-[60ch] pb-4 text-sm text-muted">
        Every response has a request ID in its <code className="font-mono">X-Request-Id</code> header. Paste it here to
        see why the request failed. Failed requests appear within seconds and are kept for 14 days.
      </p>
      <form noValidate onSubmit={search} className="grid gap-3 sm:grid-cols-[minmax(0,480px)_auto] sm:justify-start">
        <Field
          label="Request ID"
          name={parameter}
          defaultValue={requestId}
          problem={problem}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" className="self-start justify-self-start sm:mt-7">
          Search
        </Button>
      </form>
      {isRequestId(requestId) && (
        <div className="mt-4">
          <FoundRequests key={requestId} requestId={requestId} keys={data.body} />
        </div>
      )}
    </section>
  );
}
