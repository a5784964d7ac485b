import { useState } from "react";
import { useRecordShape, useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { formatDay } from "@/lib/core/date-words.browser";
import type { ImportPlan } from "@/lib/editing/imports/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ReadSettings } from "./use-import";

interface ReadingProps {
  plan: ImportPlan;
  /** What was chosen, also while the file is read with it. */
  settings: ReadSettings;
  isReady: boolean;
  onRead(settings: ReadSettings): void;
}

type Encoding = ImportPlan["file"]["encoding"];
type DateOrder = keyof NonNullable<ImportPlan["dates"]>["readings"];

const encodingNames: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  "utf-16": "UTF-16",
};

/** How a file is read: its encoding, its columns and its days, where these are not plain. */
export function FileReading({ path, name, ...reading }: ReadingProps & { path: ResourcePath; name: string }) {
  const { plan, settings, isReady, onRead } = reading;
  const { file, dates } = plan;
  const { words, detected, encoding } = file;
  const dayIn = (order: DateOrder) => (dates?.readings[order] ? formatDay(dates.readings[order]) : "no day");
  return (
    <>
      {detected !== "utf-8" && (
        <section aria-label="Encoding" className="grid gap-3 rounded border border-edge p-4 text-sm">
          <p role="status">
            {detected === encoding
              ? `This file is in ${encodingNames[encoding]}, not UTF-8. Check the accents below.`
              : `This file is read as ${encodingNames[encoding]}. Check the accents below.`}
          </p>
          {/* A mistake would be seen in these. */}
          {words.length > 0 && <p className="break-words">{words.join(", ")}</p>}
          <RadioGroup<Encoding>
            legend="Read the file as"
            name="encoding"
            value={settings.encoding ?? encoding}
            // In another encoding the columns and days may be others.
            onChoose={(value) => isReady && onRead({ encoding: value })}
            options={(Object.keys(encodingNames) as Encoding[]).map((value) => ({
              value,
              content: encodingNames[value],
            }))}
          />
        </section>
      )}
      {(settings.mapping !== undefined || plan.questions.includes("mapping")) && (
        // Another file, or the same one in another encoding, starts again.
        <ColumnMappingForm key={`${name} ${encoding}`} path={path} {...reading} />
      )}
      {dates && (
        <section aria-label="Dates" className="grid gap-3 rounded border border-edge p-4 text-sm">
          <p role="status">
            {dates.order === null
              ? `Which day is ${dates.example}? Your answer is for all dates of this file.`
              : `Dates are read as ${dates.order}/year: ${dates.example} is ${dayIn(dates.order)}.`}
          </p>
          {dates.order === null && (
            <RadioGroup<DateOrder | "">
              legend="Read dates as"
              name="date-order"
              value={settings.dates ?? ""}
              onChoose={(order) => order !== "" && isReady && onRead({ ...settings, dates: order })}
              options={(["day/month", "month/day"] as const).map((value) => ({
                value,
                content: `${value}: ${dayIn(value)}`,
              }))}
            />
          )}
        </section>
      )}
    </>
  );
}

type FileColumn = ImportPlan["columns"][number];

const ignored = "-";

function ColumnMappingForm({ path, plan, settings, isReady, onRead }: ReadingProps & { path: ResourcePath }) {
  const shape = useRecordShape(path);
  const { details } = useShapes()[path];
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const { columns } = plan;
  const fields = [
    { name: "id", label: "ID" },
    ...shape.fields,
    ...(details ? ["details", "sources"].map((part) => ({ name: part, label: part })) : []),
  ];
  const isChecked = settings.mapping !== undefined;
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
    onRead({ ...settings, mapping: JSON.stringify(Object.fromEntries(decided)) });
  }

  return (
    <form
      noValidate
      aria-label="Columns"
      className="grid gap-4 rounded border border-edge p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) decide();
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
        <Button type="submit" look="primary" aria-disabled={!isReady}>
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
