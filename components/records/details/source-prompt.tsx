import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { citationKey, readStored } from "@/components/records/form/drafts";
import { Button } from "@/components/ui/button";
import { CitationFields } from "./citation-fields";
import type { Citation, CitationProblems, TypedCitation } from "./source-list";
import { emptyCitation, typedCitation } from "./typed-citation";

interface Props {
  /** Of the changed fields. */
  labels: readonly string[];
  /** Null while nothing is typed. */
  typed: TypedCitation | null;
  problems: CitationProblems;
  onChange(typed: TypedCitation): void;
}

/** Asks for the source of the changed fields. It may stay empty. */
export function SourcePrompt({ labels, typed, problems, onChange }: Props) {
  const account = useCurrentStaff().id;
  const [last] = useState(() => readCitation(readStored(citationKey(account))));
  return (
    <fieldset className="mt-6 grid min-w-0 gap-3 rounded border border-line bg-raised p-4">
      <legend className="px-1 text-sm font-semibold">
        Source for: {labels.join(", ")} <span className="font-normal text-muted">(optional)</span>
      </legend>
      {last && !typed && (
        <div>
          <Button className="max-w-full text-left" onClick={() => onChange(typedCitation(last))}>
            <span className="min-w-0 truncate">
              Same source as before: <bdi>{last.name}</bdi>
            </span>
          </Button>
        </div>
      )}
      <CitationFields typed={typed ?? emptyCitation(today())} problems={problems} onChange={onChange} />
    </fieldset>
  );
}

/** An older version, or anything else on this device, may have stored another shape. */
function readCitation(stored: unknown): Citation | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = ["name", "url", "kind", "read_on", "note"].map((member): unknown => Reflect.get(stored, member));
  return values.every((value) => value === null || typeof value === "string") ? (stored as Citation) : null;
}
