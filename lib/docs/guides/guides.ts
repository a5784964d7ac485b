import "server-only";
import assistants from "./assistants.md";
import administrators from "./administrators.md";
import { withAnswers } from "./answers.ts";
import browsers from "./browsers.md";
import careers from "./careers.md";
import calendarsAndDownloads from "./calendars-and-downloads.md";
import editors from "./editors.md";
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
import python from "./python.md";
import type { Guide } from "./schema.browser.ts";
import tonight from "./tonight.md";
import secondFactors from "./second-factors.md";
import search from "./search.md";
import typescript from "./typescript.md";
import versions from "./versions.md";
import whoWasIn from "./who-was-in.md";

/** By slug, in reading order. */
const texts = {
  "first-call": firstCall,
  typescript,
  python,
  "keys-and-limits": keysAndLimits,
  polling,
  "calendars-and-downloads": calendarsAndDownloads,
  "keep-a-copy": keepACopy,
  assistants,
  browsers,
  errors,
  tonight,
  "who-was-in": whoWasIn,
  players,
  careers,
  null: nulls,
  search,
  paging,
  order,
  versions,
  "second-factors": secondFactors,
  editors,
  administrators,
};

export function guidesFor(setting: GuideContext): Guide[] {
  return Object.entries(texts).map(([slug, text]) =>
    withAnswers(parseGuide(slug, fillPlaceholders(text, setting)), setting.origin),
  );
}
