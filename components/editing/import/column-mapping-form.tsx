import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import type { ImportPlan } from "@/lib/editing/imports/schema.browser";

type FileColumn = ImportPlan["columns"][number];

interface Props {
  fields: readonly { name: string; label: string }[];
  /** With the fields that are proposed, or were chosen. */
  columns: readonly FileColumn[];
  /** Whether they were chosen: then their problems are shown. */
  isChecked: boolean;
  isBusy: boolean;
  /** @param mapping as the API takes it. */
  onDecide(mapping: string): void;
}

const ignored = "-";

export function ColumnMappingForm({ fields, columns, isChecked, isBusy, onDecide }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const problems = columns.filter(({ problem }) => problem !== null).length;
  const isUnnamed = columns.every(({ field }) => field === null);
  const names = fields.map(({ name }) => name).join(", ");
  const valueOf = ({ position, field, problem }: FileColumn) =>
    chosen.get(position) ?? field ?? (problem === null ? ignored : "");

  function decide() {
    const decided = columns.flatMap((column) => {
      const value = valueOf(column);
      return value === "" ? [] : [[`#${column.position}`, value === ignored ? null : value] as const];
    });
    onDecide(JSON.stringify(Object.fromEntries(decided)));
  }

  return (
    <form
      noValidate
      aria-label="Columns"
      className="grid gap-4 rounded border border-edge p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) decide();
      }}
    >
      <p className="text-sm">
        {isUnnamed
          ? `The first row must contain column names: ${names}. If it does, choose the field of each column.`
          : "Match your columns to fields."}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map((column) => (
          <SelectField
            key={column.position}
            label={nameOfColumn(column)}
            hint={
              column.sample === "" ? (
                "Empty"
              ) : (
                <span className="line-clamp-2 break-words">For example: {column.sample}</span>
              )
            }
            problem={isChecked ? (column.problem ?? undefined) : undefined}
            value={valueOf(column)}
            onChange={(event) => setChosen(new Map([...chosen, [column.position, event.target.value]]))}
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
        {isChecked && problems > 0 && (
          <p role="alert" className="text-sm text-curtain">
            {problems === 1 ? "1 column needs" : `${problems} columns need`} your choice.
          </p>
        )}
      </div>
    </form>
  );
}

export function nameOfColumn({ column, position }: Pick<FileColumn, "column" | "position">): string {
  return column === "" ? `Column ${position}, without a name` : `“${column}”`;
}
