import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What the files beside this one hold: by the name of a table, its rows. A noun without a file starts empty. */
export type Dataset = Readonly<Record<string, readonly object[]>>;

/** @param root the project's folder. */
export function readDataset(root: string): Dataset {
  const folder = path.join(root, "prisma", "seed");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(
    files.map((file) => [
      path.basename(file, ".json"),
      JSON.parse(readFileSync(path.join(folder, file), "utf8")) as object[],
    ]),
  );
}
