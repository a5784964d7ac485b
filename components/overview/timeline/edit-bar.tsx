"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, type FormEvent, type Ref } from "react";
import { formatDay, formatFullDay } from "@/components/ui/calendar";
import { useUpdateRecord } from "@/components/records/form/record-mutations";
import { useUndo } from "@/components/records/undo/use-undo";
import { Button } from "@/components/ui/button";
import { SignInAgain } from "@/components/ui/sign-in-again";
import { useDismissToast } from "@/components/ui/toasts";
import type { RequestError } from "@/lib/client/client.browser";
import { apiQueryKey, useApi, type CachedResponse } from "@/lib/client/hooks.browser";
import type { Production, ProductionEntry } from "@/lib/resources/productions/schema.browser";
import type { DateEdit } from "./move-end";

interface Props {
  ref: Ref<HTMLFormElement>;
  edit: DateEdit;
  onDone(): void;
}

const verbs = { opening_date: "opens", closing_date: "closes" };

/** The moved date, to be saved or cancelled. */
export function EditBar({ ref, edit: { run, end, day, isStopped }, onDone }: Props) {
  const client = useQueryClient();
  const path = `/productions/${encodeURIComponent(run.id)}`;
  const { data, error: unread, refetch } = useApi<Production>(path);
  const update = useUpdateRecord("productions", run.id);
  const { offer } = useUndo();
  const retract = useDismissToast();
  const before = run[end];
  const isStale = data !== undefined && data.body[end] !== before;
  const error = update.error ?? (data ? null : unread);

  // The bar must not cover the end that is being moved.
  useEffect(() => {
    // In braces: new browsers return a promise, which React would take for the effect's cleanup.
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);

  async function save(event: FormEvent) {
    event.preventDefault();
    const held = data ?? (await refetch()).data;
    if (!held || held.body[end] !== before || day === before) return;
    retract(`productions/${run.id}`);
    const saved = await update.mutate({ data: { [end]: day }, etag: held.etag });
    if (!saved) return void client.invalidateQueries({ queryKey: ["productions"] });
    // Until the list is read again, the bar would otherwise jump back.
    client.setQueryData<CachedResponse<ProductionEntry[]>>(
      apiQueryKey("/productions"),
      (list) => list && { ...list, body: list.body.map((one) => (one.id === run.id ? { ...one, [end]: day } : one)) },
    );
    offer(`${run.showName} now ${verbs[end]} on ${formatDay(day)}.`, {
      path: "productions",
      id: run.id,
      after: saved.record,
    });
    onDone();
  }

  return (
    <form
      ref={ref}
      aria-label="Moved date"
      onSubmit={(event) => void save(event)}
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 rounded border border-curtain bg-floating p-3 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-64">
        <strong>{run.showName}</strong> {verbs[end]} <strong>{formatFullDay(day)}</strong>
        {before !== null && before !== day && <span className="text-muted"> (was {formatDay(before)})</span>}.
        {isStopped && " A run can’t close before it opens."}
      </p>
      <Button type="submit" look="primary" aria-disabled={update.isBusy || day === before || isStale}>
        {update.isBusy ? "Saving…" : "Save"}
      </Button>
      <Button onClick={onDone}>Cancel</Button>
      {(error ?? isStale) && (
        <div role="alert" className="w-full text-danger">
          <p>{error && !isStale ? problemOf(error) : "Someone else has changed this date. Cancel and look again."}</p>
          {error?.isSessionOver && <SignInAgain />}
        </div>
      )}
    </form>
  );
}

function problemOf(error: RequestError): string {
  if (error.response?.status === 412) return "Someone edited this production meanwhile. Save again to keep your date.";
  return ["Not saved.", error.message, ...error.issues.map(({ message }) => message)].join(" ");
}
