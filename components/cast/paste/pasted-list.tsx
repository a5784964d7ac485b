"use client";

import { ArrowLeftRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { roleTypes } from "@/lib/resources/cast-members/terms";
import type { RoleType } from "../cast";
import { PastedRow } from "./pasted-row";
import { SkippedLines } from "./skipped-lines";
import type { usePastedList } from "./use-pasted-list";

const orderNames = { "name first": "Name – Role", "role first": "Role – Name" };

/** The text of a cast list, and its preview in which every row can be corrected. */
export function PastedList({ pasted }: { pasted: ReturnType<typeof usePastedList> }) {
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
        >
          {roleTypes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
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
          <label className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-curtain"
              checked={list.isPaired}
              onChange={(event) => pasted.setIsPaired(event.target.checked)}
            />
            Name and role are on separate lines
          </label>
        )}
      </div>
      {pasted.isNobodyKnown && !isPending && (
        <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
          None of these {matches.length} people is in the listings yet. Check that names and roles are not swapped.
        </p>
      )}
      {matches.length > 0 && (
        <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
          {matches.map((match, index) => (
            <PastedRow
              key={match.row.key}
              match={match}
              place={index + 1}
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
