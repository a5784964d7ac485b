import "server-only";
import { isWithin } from "../../resources/cast-members/presence.browser.ts";
import type { Job } from "../../resources/crew-members/terms.browser.ts";
import { startOf } from "../../resources/productions/performances.browser.ts";
import type {
  Company,
  CompanyMember,
  Named,
  PersonView,
  Run,
  ShowView,
  TeamMember,
  TheatreView,
} from "./schema.browser.ts";

/* What search engines read of a page, in the terms of schema.org. */

const context = "https://schema.org";
/** As many performers as say who is in it. */
const maxPerformers = 50;
const maxEvents = 20;

/** The run that the page shows, as an event with its company. */
export function showJsonLd({ show, company, runs }: ShowView, origin: string): object {
  const work = { name: show.name, url: pageUrl(origin, "shows", show.id) };
  const events = runs.slice(0, maxEvents).map((run) => ({
    ...eventOf(run, origin),
    ...(run.id === company?.run.id && performersOf(company.members, company.day, origin)),
    ...(run.id === company?.run.id && performancesOf(company, origin)),
    ...(run.id === company?.run.id && creatorsOf(company.crew, show.name, origin)),
    ...(show.description !== null && { description: show.description }),
    ...(show.image !== null && { image: show.image }),
  }));
  if (events.length > 0) return { "@context": context, "@graph": events };
  return { "@context": context, "@type": "CreativeWork", ...work };
}

export function theatreJsonLd({ theatre, website, aliases, runs, today }: TheatreView, origin: string): object {
  const { id, name, address, postcode, lat, lng, capacity } = theatre;
  const coming = runs.filter(({ days }) => days.last === null || days.last >= today);
  return {
    "@context": context,
    "@type": "PerformingArtsTheater",
    name,
    url: pageUrl(origin, "theatres", id),
    ...(website !== null && { sameAs: website }),
    ...(aliases.length > 0 && { alternateName: aliases.map((alias) => alias.name) }),
    address: {
      "@type": "PostalAddress",
      ...(address !== null && { streetAddress: address }),
      ...(postcode !== null && { postalCode: postcode }),
      addressLocality: "London",
      addressCountry: "GB",
    },
    ...(lat !== null && lng !== null && { geo: { "@type": "GeoCoordinates", latitude: lat, longitude: lng } }),
    ...(capacity !== null && { maximumAttendeeCapacity: capacity }),
    ...(coming.length > 0 && { event: coming.slice(0, maxEvents).map((run) => eventOf(run, origin)) }),
  };
}

export function personJsonLd({ person, aliases, credits }: PersonView, origin: string): object {
  const { id, name, bio, image } = person;
  const events = credits
    .filter(({ cast_members }) => cast_members.length > 0)
    .slice(0, maxEvents)
    .map(({ production: { show, opening_date, closing_date }, theatre }) =>
      eventOf({ show, theatre, days: { first: opening_date, last: closing_date } }, origin),
    );
  return {
    "@context": context,
    "@type": "Person",
    name,
    url: pageUrl(origin, "people", id),
    ...(bio !== null && { description: bio }),
    ...(image !== null && { image }),
    ...(aliases.length > 0 && { alternateName: aliases.map((alias) => alias.name) }),
    ...(events.length > 0 && { performerIn: events }),
  };
}

interface RunOfEvent extends Pick<Run, "theatre" | "days">, Partial<Pick<Run, "startsAt">> {
  readonly show: Pick<Named, "id" | "name">;
}

function eventOf({ show, theatre, days, startsAt = null }: RunOfEvent, origin: string) {
  return {
    "@type": "TheaterEvent",
    name: show.name,
    url: pageUrl(origin, "shows", show.id),
    startDate: startsAt ?? days.first,
    ...(days.last !== null && { endDate: days.last }),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "PerformingArtsTheater",
      name: theatre.name,
      url: pageUrl(origin, "theatres", theatre.id),
      address: { "@type": "PostalAddress", addressLocality: "London", addressCountry: "GB" },
    },
  };
}

/** The performances of the week, each an event of its own. */
function performancesOf({ run: { show, theatre, days }, week }: Company, origin: string) {
  const events = week.flatMap(({ date, performances }) =>
    (performances ?? []).map(({ time }) => {
      const startsAt = startOf({ date, time });
      return eventOf({ show, theatre, days: { ...days, last: null }, startsAt }, origin);
    }),
  );
  return events.length > 0 ? { subEvent: events } : {};
}

/** Those who are certainly in it on the day. */
function performersOf(members: readonly CompanyMember[], day: string, origin: string) {
  const performers = members
    .filter(({ presence }) => presence.certain.some((days) => isWithin(days, day)))
    .slice(0, maxPerformers)
    .map(({ person }) => personOf(person, origin));
  return performers.length > 0 ? { performer: performers } : {};
}

/** Who directed it, and who wrote the music and the words. */
function creatorsOf(crew: readonly TeamMember[], name: string, origin: string) {
  const withJob = (...jobs: readonly Job[]) => {
    const people = new Map(crew.flatMap(({ job, person }) => (jobs.includes(job) ? [[person.id, person]] : [])));
    return [...people.values()].map((person) => personOf(person, origin));
  };
  const [director, composer, author] = [withJob("director"), withJob("composer"), withJob("author", "book")];
  return {
    ...(director.length > 0 && { director }),
    ...(composer.length > 0 && { composer }),
    ...(author.length > 0 && { workPerformed: { "@type": "CreativeWork", name, author } }),
  };
}

function personOf({ id, name }: Named, origin: string) {
  return { "@type": "Person", name, url: pageUrl(origin, "people", id) };
}

function pageUrl(origin: string, path: string, id: string): string {
  return `${origin}/${path}/${encodeURIComponent(id)}`;
}
