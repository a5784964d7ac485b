import { formatDay } from "@/lib/core/date-words.browser";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { documentPath } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { useApi } from "@/lib/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { SourceDialog } from "./source-dialog";
import { sourcesByField, type Source, type SourcesDocument } from "./source-list";
import { useSources } from "./sources-context";
import { useEditSources } from "./use-edit-sources";

/** What the facts of a record rest on, by field. */
export function SourcesPanel({ path, id }: { path: ResourcePath; id: string }) {
  const record = useRecordShape(path);
  const details = useRecordShape(path, "details");
  const labels = new Map<Source["field"], string>([
    [null, "Whole record"],
    ...[...record.fields, ...details.fields].map(({ name, label }): [string, string] => [name, label]),
  ]);
  const { shown } = useSources() ?? {};
  const { data, error, refetch } = useApi<SourcesDocument>(documentPath({ path, part: "sources" }, id));
  /** Open in the dialog: a source to change, or null for a new one. */
  const [opened, setOpened] = useState<{ source: Source | null } | null>(null);
  const editing = useEditSources(path, id);
  const element = useRef<HTMLDivElement>(null);
  const wanted = shown?.field;
  const times = shown?.times;
  useEffect(() => {
    if (wanted !== undefined) element.current?.querySelector<HTMLElement>(`[data-field="${wanted ?? ""}"]`)?.focus();
  }, [wanted, times]);

  if (!data) {
    const query = { data, error, refetch };
    return <QueryState query={query} what="the sources" lines={3} />;
  }
  const { sources: listed } = data.body;
  return (
    <div ref={element} className="grid gap-4 text-sm">
      {listed.length === 0 && <p className="text-muted">No sources yet.</p>}
      {sourcesByField(listed, [...labels.keys()]).map(([field, sources]) => (
        <section key={field ?? ""} aria-label={`Sources: ${labels.get(field) ?? field ?? ""}`}>
          <h3 data-field={field ?? ""} tabIndex={-1} className="mb-1 font-semibold">
            {labels.get(field) ?? field}
          </h3>
          <ul className="divide-y divide-line rounded border border-line bg-raised">
            {sources.map((source, index) => (
              <SourceRow
                key={index}
                source={source}
                onEdit={() => setOpened({ source })}
                onRemove={() => {
                  void editing.remove(source);
                  element.current?.querySelector<HTMLElement>("[data-add]")?.focus();
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      <div>
        <Button data-add icon={Plus} onClick={() => setOpened({ source: null })}>
          Add a source…
        </Button>
      </div>
      {editing.error && !opened && (
        <p role="alert" className="rounded bg-curtain-wash p-4 text-curtain">
          The sources were not changed. {editing.error.message}
        </p>
      )}
      {opened && (
        <SourceDialog
          path={path}
          id={id}
          labels={labels}
          source={opened.source}
          sources={listed}
          onDismiss={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface RowProps {
  source: Source;
  onEdit(): void;
  onRemove(): void;
}

function SourceRow({ source, onEdit, onRemove }: RowProps) {
  const { name, url, kind, read_on, note } = source;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          {url === null ? (
            <bdi className="font-semibold break-words">{name}</bdi>
          ) : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 font-semibold break-words underline underline-offset-4"
            >
              <bdi>{name}</bdi> <span aria-hidden="true">↗</span>
            </a>
          )}
          <Badge>{kind}</Badge>
          {read_on !== null && <span className="text-muted">read {formatDay(read_on)}</span>}
        </p>
        {note !== null && <p className="mt-1 break-words whitespace-pre-wrap text-muted">{note}</p>}
      </div>
      <Button look="plain" onClick={onEdit}>
        Edit<span className="sr-only"> source {name}</span>
      </Button>
      <Button look="plain" onClick={onRemove}>
        Remove<span className="sr-only"> source {name}</span>
      </Button>
    </li>
  );
}
