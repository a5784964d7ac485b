import { formatDay } from "@/components/calendar";
import type { RecordField } from "@/components/record-form/record-shape";
import { nameOfRecord, type Directory } from "@/components/resource/record-name";
import { isDay } from "@/components/record-form/typed-day";

/** The value of a field as a reader knows it. */
export function fieldValueInWords(value: unknown, field: RecordField | null, directory: Directory): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (typeof value === "number") return value.toLocaleString("en-GB", { maximumFractionDigits: 20 });
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.kind === "reference") return nameOfRecord(field.to, value, directory);
  return field?.kind === "date" && isDay(value) ? formatDay(value) : value;
}
