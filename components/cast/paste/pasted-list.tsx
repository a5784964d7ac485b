import { ArrowLeftRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { Checkbox } from "@/components/ui/checkbox";
import type { RoleType } from "../cast";
import { PastedRow } from "./pasted-row";
import type { usePastedList } from "./use-pasted-list";
import type { SkippedLine } from "./read-cast-list";

const orderNames = { "name first": "Name – Role", "role first": "Role – Name" };

interface Props {
  pasted: ReturnType<typeof usePastedList>;
  /** What is asked about all rows, above the preview. */
  children?: ReactNode;
}

/** The text of a cast list, and its preview in which every row can be corrected. */
export function PastedList({ pasted, children }: Props) {
  const { text, list, matches, order, isPending } = pasted;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_160px]">
        <TextField
          label="Cast list"
          hint="From a programme, a website or a spreadsheet. A heading like “Ensemble” applies to the names below it."
          rows={6}
          value={text}
          onChange={(event) => pasted.changeText(event.target.value)}
        />
        <SelectField
          label="Default type"
          value={pasted.type}
          onChange={(event) => pasted.setType(event.target.value as RoleType)}
          options={roleTypes}
        />
      </div>
      {isPending && text !== "" && <p className="text-sm text-muted">Loading known people…</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm empty:hidden">
        {pasted.isSwappable && (
          <>
            <span role="status">
              Read as <strong>{orderNames[order]}</strong>
            </span>
            <Button onClick={pasted.swap}>
              {orderNames[order]} <ArrowLeftRight aria-hidden="true" size={16} />
              <span className="sr-only">to</span> {orderNames[order === "name first" ? "role first" : "name first"]}
            </Button>
          </>
        )}
        {list.isPairable && (
          <Checkbox checked={list.isPaired} onChange={pasted.setIsPaired}>
            Name and role are on separate lines
          </Checkbox>
        )}
      </div>
      {pasted.isNobodyKnown && !isPending && (
        <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
          None of these {matches.length} people is in the listings yet. Check that names and roles are not swapped.
        </p>
      )}
      {matches.length > 0 && children}
      {matches.length > 0 && (
        <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
          {matches.map((match, index) => (
            <PastedRow
              key={match.row.key}
              match={match}
              number={index + 1}
              onEdit={(edit) => pasted.edit(match.row.key, edit)}
              onChoose={(id) => pasted.choose(match.person, id)}
            />
          ))}
        </ol>
      )}
      <SkippedLines lines={list.skipped} />
    </>
  );
}

/** The lines of a pasted text that are no entries, each with the reason. */
function SkippedLines({ lines }: { lines: readonly SkippedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="skipped-lines" className="text-sm">
      <h3 id="skipped-lines" className="font-semibold">
        {lines.length === 1 ? "1 skipped line" : `${lines.length} skipped lines`}
      </h3>
      <ul className="mt-1 grid gap-1 text-muted">
        {lines.map(({ line, text, reason }) => (
          <li key={line} className="break-words">
            <span className="font-mono">{line}</span> {text} <span className="italic">({reason})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
