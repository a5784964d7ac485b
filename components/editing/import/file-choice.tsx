import { exportCsv } from "@/components/editing/changes/export-buttons";
import { Button } from "@/components/ui/button";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useRecordShape, useShapes } from "@/components/records/shapes";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ImportPlan } from "@/lib/editing/imports/schema.browser";
import { formatDay } from "@/lib/core/date-words.browser";

interface Props {
  path: ResourcePath;
  isReady: boolean;
  /** The chosen file; null before one was read. */
  chosen: { name: string; rows: number } | null;
  onChoose(file: File): void;
}

/** Chooses a file to import, by dialog or drag and drop. */
export function FileChoice({ path, isReady, chosen, onChoose }: Props) {
  const columns = useRecordShape(path).members;
  const { details } = useShapes()[path];
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && isReady) onChoose(file);
  };
  return (
    <div
      className="rounded border border-dashed border-edge p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <label className="block text-sm font-semibold">
        A CSV or JSON file
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          // Its own text says “No file chosen” beside a file that was dropped, or read and let go.
          className="mt-2 block w-full font-normal text-transparent file:text-ink file:mr-3 file:min-h-10 file:cursor-pointer file:rounded file:border file:border-edge file:bg-raised file:px-4 file:font-semibold"
          disabled={!isReady}
          onChange={(event) => {
            choose(event.target.files);
            // Lets the same file be chosen again after it was fixed.
            event.target.value = "";
          }}
        />
      </label>
      {chosen && (
        <p role="status" className="mt-2 text-sm">
          Chosen: <strong className="break-words">{chosen.name}</strong>,{" "}
          {chosen.rows === 1 ? "1 row" : `${chosen.rows.toLocaleString("en-GB")} rows`}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        Columns in the first row: <span className="font-mono">{columns.join(", ")}</span>. Rows with an id update that
        record; rows without one create a new record. Missing columns are left unchanged. Dates are YYYY-MM-DD or as
        your spreadsheet writes them. You’ll see a preview before anything is saved.
      </p>
      {details && (
        <p className="mt-2 text-sm text-muted">
          To import details and sources too, start from “Export JSON with details and sources”. Verification dates are
          never imported.
        </p>
      )}
      <Button className="mt-3" onClick={() => void exportCsv({ path, records: [] }, `${path}-template`)}>
        Download template
      </Button>
    </div>
  );
}

type Encoding = ImportPlan["file"]["encoding"];

interface EncodingProps {
  file: ImportPlan["file"];
  /** The one that was chosen, also while the file is read with it. */
  chosen: Encoding;
  isDisabled: boolean;
  onChoose(encoding: Encoding): void;
}

const names: Record<Encoding, string> = { "utf-8": "UTF-8", "windows-1252": "Windows-1252", "utf-16": "UTF-16" };

/** Says how a file that is not in UTF-8 was read, and shows the words in which a mistake would be seen. */
export function EncodingNotice({ file: { words, detected, encoding }, chosen, isDisabled, onChoose }: EncodingProps) {
  return (
    <section aria-label="Encoding" className="grid gap-3 rounded border border-edge p-4 text-sm">
      <p role="status">
        {detected === encoding
          ? `This file is in ${names[encoding]}, not UTF-8. Check the accents below.`
          : `This file is read as ${names[encoding]}. Check the accents below.`}
      </p>
      {words.length > 0 && <p className="break-words">{words.join(", ")}</p>}
      <RadioGroup<Encoding>
        legend="Read the file as"
        name="encoding"
        value={chosen}
        onChoose={(value) => !isDisabled && onChoose(value)}
        options={(Object.keys(names) as Encoding[]).map((value) => ({ value, content: names[value] }))}
      />
    </section>
  );
}

type Dates = NonNullable<ImportPlan["dates"]>;
type DateOrder = NonNullable<Dates["order"]>;

const orders: readonly DateOrder[] = ["day/month", "month/day"];

interface DatesProps {
  dates: Dates;
  chosen: DateOrder | undefined;
  isDisabled: boolean;
  onChoose(order: DateOrder): void;
}

/** Says in which order the days of a file are read, or asks where the file does not show it. */
export function DateOrderNotice({ dates: { example, order, readings }, chosen, isDisabled, onChoose }: DatesProps) {
  const dayIn = (one: DateOrder) => (readings[one] === null ? "no day" : formatDay(readings[one]));
  return (
    <section aria-label="Dates" className="grid gap-3 rounded border border-edge p-4 text-sm">
      <p role="status">
        {order === null
          ? `Which day is ${example}? Your answer is for all dates of this file.`
          : `Dates are read as ${order}/year: ${example} is ${dayIn(order)}.`}
      </p>
      {order === null && (
        <RadioGroup<DateOrder | "">
          legend="Read dates as"
          name="date-order"
          value={chosen ?? ""}
          onChoose={(one) => one !== "" && !isDisabled && onChoose(one)}
          options={orders.map((value) => ({ value, content: `${value}: ${dayIn(value)}` }))}
        />
      )}
    </section>
  );
}
