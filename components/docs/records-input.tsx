import { useMemo, useRef, useState } from "react";
import { ComboboxField } from "@/components/ui/combobox";
import { RequestError, getApi } from "@/lib/http/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { foldName } from "@/lib/core/fold.browser";
import { useReaderKey } from "./reader-key";

export interface ParameterProps {
  name: string;
  value: string;
  example: string;
  /** From the last response. */
  problem: string | undefined;
  onChange(value: string): void;
}

type NamedRecord = Awaited<ReturnType<typeof loadNames>>[number];

const maxListed = 8;

/** Shared by all forms of the page, because each list costs a request. One that failed is requested again. */
const names = new Map<ResourcePath, Promise<NamedRecord[]>>();

/** Chooses records by name or id. The names are loaded when someone first looks for one. */
export function RecordsInput({ name, value, problem, path, onChange }: ParameterProps & { path: ResourcePath }) {
  const field = useRef<HTMLInputElement>(null);
  const key = useReaderKey();
  const [records, setRecords] = useState<NamedRecord[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = splitValues(value);
  const found = useMemo(() => matching(records ?? [], typed ?? ""), [records, typed]);
  const offered = found.filter(({ id }) => !chosen.includes(id)).slice(0, maxListed);
  const ownId = (typed ?? "").replaceAll(",", "").trim();
  const nameOf = (id: string) => records?.find((record) => record.id === id)?.name ?? id;

  async function load() {
    setFailure(null);
    const loading = names.get(path) ?? loadNames(path, key);
    names.set(path, loading);
    try {
      setRecords(await loading);
    } catch (error) {
      names.delete(path);
      setFailure(error instanceof RequestError ? error.message : "The service could not be reached.");
    }
  }

  return (
    <div className="min-w-0">
      <ComboboxField
        label={name}
        problem={problem}
        ref={field}
        placeholder="Name or id"
        spellCheck={false}
        autoCapitalize="none"
        value={typed ?? ""}
        listLabel={name}
        isLoading={!records && failure === null}
        options={[
          ...offered.map((record) => ({
            key: record.id,
            content: (
              <>
                <bdi className="min-w-0">{record.name}</bdi>
                <span className="min-w-0 text-right font-mono text-xs [overflow-wrap:anywhere] text-muted">
                  {record.id}
                </span>
              </>
            ),
          })),
          // Enter must not take what is typed for an id while its name may still be found.
          ...(ownId === "" || (!records && failure === null) || found.some(({ id }) => id === ownId)
            ? []
            : [{ key: ownId, content: `Use “${ownId}” as an id` }]),
        ]}
        popup={{
          isOpen: typed !== null,
          note: failure === null ? (records ? "" : "Loading the names…") : `The names can’t be loaded: ${failure}`,
          open: () => {
            setTyped((before) => before ?? "");
            void load();
          },
          close: () => setTyped(null),
        }}
        onType={setTyped}
        onChoose={({ key: id }) => onChange([...chosen.filter((one) => one !== id), id].join(","))}
      />
      {chosen.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-1">
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded border border-edge bg-sunken px-2 text-left text-sm [overflow-wrap:anywhere] hover:text-curtain"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => {
                  onChange(chosen.filter((one) => one !== id).join(","));
                  field.current?.focus();
                }}
              >
                <bdi>{nameOf(id)}</bdi> <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A record has a name, or is called after its show. */
async function loadNames(path: ResourcePath, key: string) {
  const answer = await getApi(`/search/${path}?fields=${path === "productions" ? "show" : "name"}`, null, key);
  if (answer.status !== 200) throw new RequestError(answer);
  const records = answer.body as { id: string; name?: string; show?: { name: string } }[];
  return records.map(({ id, name, show }) => {
    const shown = name ?? show?.name ?? id;
    return { id, name: shown, words: foldName(`${shown} ${id}`).split(" ") };
  });
}

function matching(records: readonly NamedRecord[], typed: string): readonly NamedRecord[] {
  const wanted = foldName(typed).split(" ");
  return records.filter(({ words }) => wanted.every((start) => words.some((word) => word.startsWith(start))));
}

/** The values of a parameter that takes several, separated by commas. */
export function splitValues(value: string): string[] {
  return value === "" ? [] : value.split(",");
}
