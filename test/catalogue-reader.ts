import { CatalogueReader } from "../lib/catalogue/reader.ts";
import type { Clock } from "../lib/core/clock.ts";
import type { TestService } from "./service.ts";

/** What pages read, with every change up to now. */
export async function readerOf({ infrastructure }: TestService, now: Clock): Promise<CatalogueReader> {
  const { catalogue, readVersions } = infrastructure;
  await catalogue.reach((await readVersions())?.data ?? null);
  return new CatalogueReader(catalogue, now);
}
