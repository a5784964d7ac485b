import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

type Row = Record<string, unknown> & { id: string };

/** By the name of a table, its rows: the records of its file, with their details and their sources. */
export type Dataset = Readonly<Record<string, readonly Row[]>>;

/** A page or a file that was read, once for all facts that it is the source of. */
interface Page {
  name: string;
  url: string;
  kind: string;
  read_on: string;
}

/** By table, id and field, the places in the list of pages. */
type Citations = Record<string, Record<string, Record<string, number[]>>>;

/** What a row has where only another row of the table has an entry. */
const empty: Row = {
  id: "",
  aliases: [],
  external_ids: {},
  engagements: [],
  covers: [],
  schedule: [],
  performances: [],
  sources: [],
};

/**
 * The files beside this one. `<table>.json` has the records of a table; a resource without a file starts empty. `known/`
 * has what is known about them beyond their own fields.
 *
 * @param root the project's folder.
 */
export function readDataset(root: string): Dataset {
  const folder = folderIn(root);
  const read = <Content>(file: string) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Content;
  const details = read<Record<string, Row[]>>("known/details.json");
  const [pages, citations] = [read<Page[]>("known/pages.json"), read<Citations>("known/citations.json")];
  return Object.fromEntries(
    datasetTables(root).map((table) => {
      const known = new Map(details[table]?.map((row) => [row.id, row]));
      const columns = [...new Set((details[table] ?? []).flatMap((row) => Object.keys(row)))];
      const none = Object.fromEntries(columns.map((column) => [column, empty[column] ?? null]));
      const rows = read<Row[]>(`${table}.json`).map((record) => ({
        ...none,
        ...known.get(record.id),
        ...record,
        ...(citations[table] && { sources: sourcesOf(citations[table][record.id] ?? {}, pages) }),
      }));
      return [table, rows];
    }),
  );
}

/** The tables that the dataset has rows for. @param root the project's folder. */
export function datasetTables(root: string): string[] {
  const files = readdirSync(folderIn(root)).filter((file) => file.endsWith(".json"));
  return files.map((file) => path.basename(file, ".json"));
}

function folderIn(root: string): string {
  return path.join(root, "prisma", "seed");
}

/**
 * The values that earlier editions had for fields that have changed since, by table, id and field. They tell a value of
 * the dataset from one that a person has set.
 */
export function readEarlierValues(root: string): Record<string, Record<string, Record<string, unknown>>> {
  const file = path.join(folderIn(root), "known", "earlier.json");
  return JSON.parse(readFileSync(file, "utf8")) as ReturnType<typeof readEarlierValues>;
}

function sourcesOf(cited: Record<string, number[]>, pages: readonly Page[]): object[] {
  return Object.entries(cited).flatMap(([field, places]) =>
    places.map((place) => {
      const page = pages[place];
      if (!page) throw new Error(`prisma/seed/known/pages.json has no page ${place}.`);
      return { field, ...page, note: null };
    }),
  );
}
