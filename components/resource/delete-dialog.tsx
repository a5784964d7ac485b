"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useWrite } from "@/components/use-write";
import { sendApi, type ApiError } from "@/lib/api/client";
import { isPath, nouns, type Path } from "./nouns";
import { cascading } from "./references";
import { ReferrerList } from "./referrer-list";

interface Props {
  path: Path;
  id: string;
  name: string;
  etag: string | null;
  onDeleted(): void;
  onDismiss(): void;
}

/** Deletes a record; where others refer to it says which, and takes them along only when told to in so many words. */
export function DeleteDialog({ path, id, name, etag, onDeleted, onDismiss }: Props) {
  const { write, isBusy, error } = useWrite();
  const [isAgreed, setIsAgreed] = useState(false);
  const references = error ? referencesIn(error) : null;
  const mayCascade = references !== null && cascading.includes(path);

  async function remove() {
    const address = `/${path}/${encodeURIComponent(id)}${mayCascade ? "?cascade=true" : ""}`;
    if (await write(() => sendApi("DELETE", address, undefined, etag))) onDeleted();
  }

  return (
    <Dialog title={`Delete ${name}?`} onDismiss={onDismiss}>
      {references === null && (
        <p>
          The {nouns[path].singular} will no longer be in the API. You can undo this here, or later from the activity.
        </p>
      )}
      {error && references === null && (
        <p role="alert" className="rounded bg-curtain-wash p-4 text-curtain">
          {error.answer?.status === 412
            ? "Somebody has changed it since you opened it. Close this, look at what is new, and decide again."
            : error.message}
        </p>
      )}
      {references && (
        <div role="alert" className="rounded bg-curtain-wash p-4">
          <p>{mayCascade ? "What refers to it would go with it:" : "It can’t be deleted while others refer to it:"}</p>
          <ul className="mt-2 list-inside list-disc font-semibold">
            {references.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <ReferrerList path={path} ids={new Set([id])} />
          {!mayCascade && <p className="mt-2">Give them another {nouns[path].singular} first, or delete them.</p>}
        </div>
      )}
      {mayCascade && (
        <label className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-curtain"
            checked={isAgreed}
            onChange={(event) => setIsAgreed(event.target.checked)}
          />
          Also delete {references.join(" and ")}
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        {(references === null || mayCascade) && (
          <Button
            look="primary"
            aria-disabled={isBusy || (mayCascade && !isAgreed)}
            onClick={() => {
              if (!mayCascade || isAgreed) void remove();
            }}
          >
            {mayCascade ? "Delete all of it" : "Delete"}
          </Button>
        )}
        <Button onClick={onDismiss}>Keep it</Button>
      </div>
    </Dialog>
  );
}

/** What refers to a record, in words, from the answer that refused to delete it. */
function referencesIn({ answer }: ApiError): string[] | null {
  const body = answer?.body;
  if (answer?.status !== 409 || typeof body !== "object" || body === null || !("references" in body)) return null;
  const references = body.references as Record<string, number>;
  return Object.entries(references).map(([path, count]) => {
    const noun = isPath(path) ? nouns[path] : { singular: path, plural: path };
    return `${count} ${count === 1 ? noun.singular : noun.plural}`;
  });
}
