import "server-only";
import assistants from "./assistants.md";
import browsers from "./browsers.md";
import careers from "./careers.md";
import calendarsAndDownloads from "./calendars-and-downloads.md";
import errors from "./errors.md";
import firstCall from "./first-call.md";
import keysAndLimits from "./keys-and-limits.md";
import keepACopy from "./keep-a-copy.md";
import nulls from "./null.md";
import order from "./order.md";
import paging from "./paging.md";
import { parseGuide } from "./parse-guide.ts";
import players from "./players.md";
import { fillPlaceholders, type GuideContext } from "./placeholders.ts";
import polling from "./polling.md";
import type { Guide } from "./schema.ts";
import tonight from "./tonight.md";
import search from "./search.md";
import typescript from "./typescript.md";
import versions from "./versions.md";

/** By slug, in reading order. */
const texts = {
  "first-call": firstCall,
  "keys-and-limits": keysAndLimits,
  polling,
  "calendars-and-downloads": calendarsAndDownloads,
  "keep-a-copy": keepACopy,
  assistants,
  typescript,
  browsers,
  errors,
  tonight,
  players,
  careers,
  null: nulls,
  search,
  paging,
  order,
  versions,
};

export function guidesFor(setting: GuideContext): Guide[] {
  return Object.entries(texts).map(([slug, text]) => parseGuide(slug, fillPlaceholders(text, setting)));
}
