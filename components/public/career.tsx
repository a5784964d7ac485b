import { windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChart } from "@/components/cast/bars/cast-chart";
import { careerOf, creditGroups, creditLines } from "@/components/cast/credits/credit-rows";
import { PageLink, pageOf, quietLinkClass } from "@/components/records/directory/page-link";
import type { PersonCredit } from "@/lib/listings/casts/schema.browser";
import { PageSection } from "./public-page";

/** A person's credits: as bars, and below as a list, the newest first. */
export function Career({ credits, today }: { credits: readonly PersonCredit[]; today: string }) {
  if (credits.length === 0) return null;
  const groups = creditGroups(credits, today, ({ production }) => pageOf("shows", production.show.id));
  return (
    <PageSection id="career" title="In the West End">
      <ul className="mt-2">
        {credits.map((credit) => {
          const { production, theatre } = credit;
          return (
            <li
              key={production.id}
              className="grid gap-x-10 border-b border-line py-3 [overflow-wrap:anywhere] sm:grid-cols-[2fr_3fr]"
            >
              <span>
                <span className="font-display text-xl">
                  <PageLink href={pageOf("shows", production.show.id)}>{production.show.name}</PageLink>
                </span>
                <span className="block text-sm text-muted">
                  <a href={pageOf("theatres", theatre.id)} className={quietLinkClass}>
                    {theatre.name}
                  </a>
                </span>
              </span>
              <ul>
                {creditLines(credit).map(({ id, part, dates, certainty }, index) => (
                  <li key={`${id} ${index}`}>
                    {part}{" "}
                    <span className="text-sm text-muted">
                      {certainty === "Undated" ? `dates not known; the run: ${dates}` : dates}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      <h3 className="mt-6 mb-3 text-xl font-semibold">Over the years</h3>
      <CastChart
        label="Credits over time"
        groups={groups}
        window={windowOfRun(careerOf(credits), groups, today)}
        day={today}
      />
    </PageSection>
  );
}

/** A career in a line. */
export function careerInWords(credits: readonly PersonCredit[]): string {
  if (credits.length === 0) return "No credits are listed.";
  const years = credits.map(({ production }) => production.opening_date.slice(0, 4)).toSorted();
  const [first, last] = [years[0], years.at(-1)];
  const shows = [...new Set(credits.map(({ production }) => production.show.name))];
  const count = `${credits.length} ${credits.length === 1 ? "production" : "productions"}`;
  const named = shows.length > 3 ? `${shows.slice(0, 3).join(", ")} and more` : shows.join(", ");
  return `${count}, ${first === last ? `opened in ${first}` : `opened from ${first} to ${last}`}: ${named}.`;
}
