import "server-only";
import type { z } from "zod";
import type { Table } from "./table.ts";

/** Excel writes days in the form of its country, also where the file that it opened had another. */
export type DateOrder = "day/month" | "month/day";

const yearLast = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 0?0:00(?::00)?)?\s*$/;
const yearFirst = /^\s*(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: 0?0:00(?::00)?)?\s*$/;

/** What the days of a file say of their order. */
interface WrittenDates {
  /** A day that shows the order, or one that can be read in both. */
  example: string;
  /** Null: each can be read in both, or they contradict each other. */
  order: DateOrder | null;
}

/** @param mapping the field of each column. @returns null when the order does not matter. */
export function findWrittenDates(
  { rows, format }: Table,
  mapping: readonly (string | null)[],
  { shape }: z.ZodObject,
): WrittenDates | null {
  const fields = shape as Record<string, z.ZodType>;
  const columns = mapping.flatMap((name, index) => {
    const field = name !== null && Object.hasOwn(fields, name) && fields[name];
    return format === "csv" && field && isDate(field) ? [index] : [];
  });
  const days = rows.flatMap(({ cells }) =>
    columns.flatMap((index) => {
      const [example, first, second] = yearLast.exec(String(cells[index])) ?? [];
      return example === undefined || first === second ? [] : [{ example: example.trim(), first, second }];
    }),
  );
  const dayFirst = days.find(({ first }) => Number(first) > 12);
  const monthFirst = days.find(({ second }) => Number(second) > 12);
  const example = (dayFirst ?? monthFirst ?? days[0])?.example;
  if (example === undefined) return null;
  if (dayFirst && monthFirst) return { example, order: null };
  return { example, order: dayFirst ? "day/month" : monthFirst ? "month/day" : null };
}

/** A written day as `YYYY-MM-DD`, whether it exists or not; any other text as it is. @param order null: not known. */
export function isoDate(cell: string, order: DateOrder | null): string {
  const [, ...last] = (order && yearLast.exec(cell)) ?? [];
  const [year, month, day] =
    yearFirst.exec(cell)?.slice(1) ?? (order === "day/month" ? last.reverse() : [last[2], last[0], last[1]]);
  return year === undefined ? cell : [year, month, day].map((part) => part?.padStart(2, "0")).join("-");
}

/** Whether the field takes days of the calendar only. */
export function isDate(field: z.ZodType): boolean {
  return field.safeParse("2028-02-29").success && !field.safeParse("2027-02-29").success;
}
