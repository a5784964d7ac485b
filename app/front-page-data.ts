import "server-only";
import type { RunTonight } from "@/components/public/front-page/tonight";
import { timetableOf } from "@/lib/listings/casts/days";
import { sortedRunsOn } from "@/lib/listings/casts/listings";
import type { CatalogueReader } from "@/lib/catalogue/reader";
import { PageNotes, renderedPage } from "@/lib/catalogue/page-notes";
import { readInTime } from "@/app/page-infrastructure";
import { entryText, recordText } from "@/lib/catalogue/row";
import type { Infrastructure } from "@/lib/infrastructure";
import { dayInLondon } from "@/lib/core/dates";
import { performancesOn } from "@/lib/resources/productions/performances.browser";
import { shownRun } from "@/lib/listings/pages/runs";
import { posterShows, questionOfDay } from "@/lib/listings/pages/who";
import type { PosterShow, WhoAnswer } from "@/lib/listings/pages/schema.browser";
import { resources } from "@/lib/resources/resources";

/** Null when the data can't be read: the rest of the page still renders. */
export async function frontPageData(infrastructure: Infrastructure) {
  return readInTime(read(infrastructure), "The front page was shown without data.", 2_000);
}

async function read({ catalogue, derived, readVersions }: Infrastructure) {
  await catalogue.reach((await readVersions())?.data ?? null);
  // As text, so that the page depends on what it shows of the productions and not on all that these have. What is noted
  // for the text belongs to no page.
  const asText = (name: string, make: (noted: CatalogueReader) => unknown) => () =>
    renderedPage.run(new PageNotes(null), () =>
      derived.get(
        `${name} on the front page`,
        (noted) => JSON.stringify(make(noted)),
        ({ length }) => length,
      ),
    );
  const runs = asText("runs", (noted) =>
    sortedRunsOn(noted, noted.today).map(({ production }) => {
      const run = shownRun(noted, production);
      return { ...run, performances: performancesOn(noted.today, timetableOf(production), run.days) };
    }),
  );
  const shows = asText("shows of the poster", posterShows);
  const question = asText("question of the poster", (noted) =>
    questionOfDay(noted, JSON.parse(noted.input("poster's shows", shows)) as PosterShow[]),
  );
  return derived.get(
    "front page",
    (noted) => {
      const today = JSON.parse(noted.input("runs", runs)) as RunTonight[];
      const longest = today.toSorted((one, other) => one.days.first.localeCompare(other.days.first))[0];
      // A booking that ended years ago would look as if the data were stale.
      const current: Record<string, string | undefined> = { shows: longest?.show.id, theatres: longest?.theatre.id };
      const holdings = resources.map(({ path, plural }) => {
        const count = noted.input(`count of ${path}`, () => catalogue.list(path).count);
        const first = noted.input(`first of ${path}`, () => catalogue.list(path).first);
        const chosen = noted.row(path, current[path] ?? "");
        return { path, plural, count, sample: chosen ? recordText(chosen) : first ? entryText(first) : null };
      });
      const changedOn = noted.input("day of the last edit", () => dayOf(catalogue.editedAt));
      return {
        holdings,
        day: noted.today,
        today,
        // For the first request.
        showId: longest?.show.id ?? null,
        question: JSON.parse(noted.input("poster's question", question)) as WhoAnswer | null,
        posterShows: JSON.parse(noted.input("poster's shows", shows)) as PosterShow[],
        changedOn,
      };
    },
    (data) => JSON.stringify(data).length,
  );
}

function dayOf(time: string | null): string | null {
  return time === null ? null : dayInLondon(Date.parse(time));
}
