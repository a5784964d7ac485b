import type { APIRequestContext } from "@playwright/test";
import { createdRecord, letters, put } from "./staff";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A page that was read today, for the whole record. */
const source = { field: null, name: "A page", kind: "press", read_on: daysAgo(1) };

/**
 * A theatre, two shows, a running production and two people, with eleven problems of different kinds.
 *
 * @returns also a word that is in the names of all its records, for the search of the list.
 */
export async function createTrouble(api: APIRequestContext) {
  const word = letters();
  const show_id = await createdRecord(api, "shows", {
    name: `${word} Pier`,
    type: "play",
    booking_until: "2001-05-05",
    image: "http://example.com/pier.jpg",
  });
  const closed = await createdRecord(api, "shows", { name: `${word} Mill`, type: "play" });
  const theatre = await createdRecord(api, "theatres", {
    name: `${word} House`,
    address: "1 Lane",
    current_show_id: closed,
  });
  const past = await createdRecord(api, "productions", {
    show_id: closed,
    theatre_id: theatre,
    opening_date: "2001-01-01",
    closing_date: "2001-05-05",
  });
  await put(api, `productions/${past}/sources`, { sources: [source] });
  const production = await createdRecord(api, "productions", {
    show_id,
    theatre_id: theatre,
    opening_date: daysAgo(100),
    closing_date: daysAgo(-100),
  });
  const schedule = [{ day: "mon", time: "19:30", from: null, to: null }];
  await put(api, `productions/${production}/details`, { run_type: "open", schedule });
  const people = [
    await createdRecord(api, "people", { name: `Ann ${word}` }),
    await createdRecord(api, "people", { name: `Änn ${word}` }),
  ];
  await createdRecord(api, "cast-members", { person_id: people[0], production_id: production, role_type: "swing" });
  for (const job of ["director", "author"])
    await createdRecord(api, "crew-members", { person_id: people[0], production_id: production, job });
  return { word, theatre, production };
}

/** A running production that no one has verified, without a cast, a team and a week. */
export async function createUnverifiedRun(api: APIRequestContext) {
  const word = letters();
  const theatre = await createdRecord(api, "theatres", { name: word, lat: 51.5, lng: -0.1, capacity: 300 });
  await put(api, `theatres/${theatre}/sources`, { sources: [source] });
  const show_id = await createdRecord(api, "shows", { name: `${word} Run`, type: "play" });
  const run = { show_id, theatre_id: theatre, opening_date: daysAgo(100) };
  const production = await createdRecord(api, "productions", run);
  await put(api, `productions/${production}/sources`, { sources: [{ ...source, read_on: null }] });
  return { word, production };
}

export const run = "hamilton-victoria-palace-2017";

/** Two people with a credit in common, and details that differ. */
export async function twoPeople(api: APIRequestContext) {
  const name = `Ben ${letters()}`;
  const [kept, merged] = [
    await createdRecord(api, "people", { name }),
    await createdRecord(api, "people", { name: name.replace("Ben", "Bén"), bio: "Born in Hull." }),
  ];
  for (const role_type of ["swing", "understudy"])
    await createdRecord(api, "cast-members", { person_id: kept, production_id: run, role_type });
  for (const role_type of ["swing", "standby"])
    await createdRecord(api, "cast-members", { person_id: merged, production_id: run, role_type });
  await put(api, `people/${kept}/details`, { external_ids: { ibdb: "1" } });
  await put(api, `people/${merged}/details`, {
    external_ids: { ibdb: "2", imdb: "nm0000002" },
    aliases: [{ name: `B. ${name}`, kind: "former", from: "2001" }],
  });
  return { name, kept, merged };
}
