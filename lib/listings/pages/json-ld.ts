import "server-only";
import type { Job } from "../../resources/crew-members/terms.browser.ts";
import { startOf } from "../../resources/productions/performances.browser.ts";
import type { personPage } from "./record-pages.ts";
import type { Company, Named, Run, ShowView, TheatreView } from "./schema.browser.ts";

/* What search engines read of a page, in the terms of schema.org. */

const context = "https://schema.org";
/** As many performers as say who is in it. */
const maxPerformers = 50;
const maxEvents = 20;

/** A node without what is not known: null, and lists of nothing. */
function nodeOf(type: string, properties: Readonly<Record<string, unknown>>): object {
  const isKnown = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  const known = Object.entries(properties).filter(([, value]) => isKnown(value));
  return { "@type": type, ...Object.fromEntries(known) };
}

/** The run that the page shows, as an event with its company. */
export function showJsonLd({ show, company, runs }: ShowView, origin: string): object {
  const { name, description, image } = show;
  const events = runs.slice(0, maxEvents).map((run) =>
    eventOf(run, origin, {
      ...(run.id === company?.run.id && partsOf(company, name, origin)),
      description,
      image,
    }),
  );
  if (events.length > 0) return { "@context": context, "@graph": events };
  return { "@context": context, ...nodeOf("CreativeWork", { name, url: pageUrl(origin, "shows", show.id) }) };
}

export function theatreJsonLd({ theatre, website, aliases, runs, today }: TheatreView, origin: string): object {
  const { id, name, address, postcode, lat, lng, capacity } = theatre;
  const coming = runs.filter(({ days }) => days.last === null || days.last >= today);
  return {
    "@context": context,
    ...nodeOf("PerformingArtsTheater", {
      name,
      url: pageUrl(origin, "theatres", id),
      sameAs: website,
      alternateName: aliases.map((alias) => alias.name),
      address: addressOf({ streetAddress: address, postalCode: postcode }),
      geo: lat !== null && lng !== null ? nodeOf("GeoCoordinates", { latitude: lat, longitude: lng }) : null,
      maximumAttendeeCapacity: capacity,
      event: coming.slice(0, maxEvents).map((run) => eventOf(run, origin)),
    }),
  };
}

type PersonView = NonNullable<ReturnType<typeof personPage>>;

export function personJsonLd({ person, aliases, credits }: PersonView, origin: string): object {
  const { id, name, bio, image } = person;
  const onStage = credits.filter(({ cast_members }) => cast_members.length > 0);
  return {
    "@context": context,
    ...nodeOf("Person", {
      name,
      url: pageUrl(origin, "people", id),
      description: bio,
      image,
      alternateName: aliases.map((alias) => alias.name),
      performerIn: onStage.slice(0, maxEvents).map(({ production: { show, opening_date, closing_date }, theatre }) => {
        return eventOf({ show, theatre, days: { first: opening_date, last: closing_date } }, origin);
      }),
    }),
  };
}

interface RunOfEvent extends Pick<Run, "theatre" | "days">, Partial<Pick<Run, "startsAt">> {
  readonly show: Named;
}

function eventOf({ show, theatre, days, startsAt }: RunOfEvent, origin: string, more: object = {}): object {
  return nodeOf("TheaterEvent", {
    name: show.name,
    url: pageUrl(origin, "shows", show.id),
    startDate: startsAt ?? days.first,
    endDate: days.last,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: nodeOf("PerformingArtsTheater", {
      name: theatre.name,
      url: pageUrl(origin, "theatres", theatre.id),
      address: addressOf(),
    }),
    ...more,
  });
}

function addressOf(place: object = {}): object {
  return nodeOf("PostalAddress", { ...place, addressLocality: "London", addressCountry: "GB" });
}

/** Who is certainly in it on the day, the performances of the week, and who directed it and wrote music and words. */
function partsOf({ run: { show, theatre, days }, day, week, members, crew }: Company, name: string, origin: string) {
  const certain = members.filter(({ last_known_on }) => last_known_on === day);
  const performances = week.flatMap(({ date, performances: known }) =>
    (known ?? []).map(({ time }) => ({ date, time })),
  );
  const withJob = (...jobs: readonly Job[]) => {
    const people = crew.flatMap(({ job, person }) => (jobs.includes(job) ? [person] : []));
    return [...new Map(people.map((person) => [person.id, person])).values()].map((person) => personOf(person, origin));
  };
  const author = withJob("author", "book");
  return {
    performer: certain.slice(0, maxPerformers).map(({ person }) => personOf(person, origin)),
    subEvent: performances.map((one) => {
      return eventOf({ show, theatre, days: { ...days, last: null }, startsAt: startOf(one) }, origin);
    }),
    director: withJob("director"),
    composer: withJob("composer"),
    workPerformed: author.length > 0 ? nodeOf("CreativeWork", { name, author }) : null,
  };
}

function personOf({ id, name }: Named, origin: string): object {
  return nodeOf("Person", { name, url: pageUrl(origin, "people", id) });
}

function pageUrl(origin: string, path: string, id: string): string {
  return `${origin}/${path}/${encodeURIComponent(id)}`;
}
