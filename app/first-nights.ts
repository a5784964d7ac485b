import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { comingNights, type ComingNights } from "@/components/overview/coming-nights";
import type { CatalogueReader } from "@/lib/catalogue/reader";
import { entryOf } from "@/lib/catalogue/row";
import { log } from "@/lib/core/log";
import type { Entries } from "@/lib/resources/resource-views.browser";
import { withTimeout } from "@/lib/core/timeout";

const timeoutMilliseconds = 1_000;

/**
 * What opens and closes in the next days, for the page to show before the browser has loaded the lists: they are as high
 * as they will be, so that nothing below them moves.
 *
 * @returns null when the data can't be read in time.
 */
export async function firstNights(): Promise<ComingNights | null> {
  try {
    return await withTimeout(timeoutMilliseconds, readNights());
  } catch (error) {
    log.warn({ err: error }, "The overview was shown without its coming days.");
    return null;
  }
}

async function readNights(): Promise<ComingNights> {
  const { catalogue, derived, readVersions } = await pageInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  return derived.get("first nights", nightsOf, (nights) => JSON.stringify(nights).length);
}

function nightsOf(read: CatalogueReader): ComingNights {
  const byId = <P extends "productions" | "theatres">(path: P) =>
    new Map([...read.list(path)].map((row) => entryOf<Entries[P]>(row)).map((entry) => [entry.id, entry]));
  return comingNights({ productions: byId("productions"), theatres: byId("theatres") }, read.today);
}
