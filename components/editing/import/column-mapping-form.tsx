"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { mappingProblems, nameOfColumn, type ColumnMapping, type TargetField } from "./mapping";

interface Props {
  fields: readonly TargetField[];
  /** As proposed. */
  mapping: readonly ColumnMapping[];
  isBusy: boolean;
  onDecide(mapping: readonly ColumnMapping[]): void;
}

const ignored = "-";

/** Chooses the field of each column of a file. */
export function ColumnMappingForm({ fields, mapping: proposed, isBusy, onDecide }: Props) {
  const [mapping, setMapping] = useState(proposed);
  const [isChecked, setIsChecked] = useState(false);
  const problems = mappingProblems(mapping);
  const isUnnamed = proposed.every(({ field }) => typeof field !== "string");
  const names = fields.map(({ name }) => name).join(", ");

  function decide(index: number, value: string) {
    const field = value === "" ? undefined : value === ignored ? null : value;
    setMapping((before) => before.map((one) => (one.index === index ? { ...one, field } : one)));
  }

  return (
    <form
      noValidate
      aria-label="Columns"
      className="grid gap-4 rounded border border-edge p-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (problems.size === 0 && !isBusy) onDecide(mapping);
      }}
    >
      <p className="text-sm">
        {isUnnamed
          ? `The first row must contain column names: ${names}. If it does, choose the field of each column.`
          : "Match your columns to fields."}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {mapping.map(({ index, column, sample, field }) => (
          <SelectField
            key={index}
            label={nameOfColumn({ index, column })}
            hint={sample === "" ? "Empty" : <span className="line-clamp-2 break-words">For example: {sample}</span>}
            problem={isChecked ? problems.get(index) : undefined}
            value={field === null ? ignored : (field ?? "")}
            onChange={(event) => decide(index, event.target.value)}
            none="Choose…"
            options={[
              ...fields.map(({ name, label }) => [name, label === name ? name : `${label} (${name})`] as const),
              [ignored, "Ignore this column"],
            ]}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          Continue
        </Button>
        {isChecked && problems.size > 0 && (
          <p role="alert" className="text-sm text-curtain">
            {problems.size === 1 ? "1 column needs" : `${problems.size} columns need`} your choice.
          </p>
        )}
      </div>
    </form>
  );
}
