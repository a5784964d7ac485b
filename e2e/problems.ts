import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { createdRecord, letters } from "./staff";

/** The rule's heading. */
export const closedRunTitle = "Current show has closed";

/** A theatre whose current show closed there on 2001-05-05. */
export async function createTheatreWithClosedRun(api: APIRequestContext): Promise<{ id: string; name: string }> {
  const name = `Theatre ${randomUUID()}`;
  const show_id = await createdRecord(api, "shows", { name: `Show ${randomUUID()}`, type: "play" });
  const place = { lat: 51.5, lng: -0.1, capacity: 300 };
  const id = await createdRecord(api, "theatres", { name, current_show_id: show_id, ...place });
  await createdRecord(api, "productions", {
    show_id,
    theatre_id: id,
    opening_date: "2001-01-01",
    closing_date: "2001-05-05",
  });
  return { id, name };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A page that was read today, for the whole record. */
const source = { field: null, name: "A page", kind: "press", read_on: daysAgo(1) };

async function put(api: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await api.put(`/api/${path}`, { data });
  if (!answer.ok()) throw new Error(`${path} was not changed: ${await answer.text()}`);
}

/** A word that is in the names of all its records, for the search of the list. */
export interface Trouble {
  word: string;
  theatre: string;
  production: string;
}

/** A theatre, two shows, a running production and two people, with eleven problems of different kinds. */
export async function createTrouble(api: APIRequestContext): Promise<Trouble> {
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
export async function createUnverifiedRun(api: APIRequestContext): Promise<Trouble> {
  const word = letters();
  const theatre = await createdRecord(api, "theatres", { name: word, lat: 51.5, lng: -0.1, capacity: 300 });
  await put(api, `theatres/${theatre}/sources`, { sources: [source] });
  const show_id = await createdRecord(api, "shows", { name: `${word} Run`, type: "play" });
  const run = { show_id, theatre_id: theatre, opening_date: daysAgo(100) };
  const production = await createdRecord(api, "productions", run);
  await put(api, `productions/${production}/sources`, { sources: [{ ...source, read_on: null }] });
  return { word, theatre, production };
}
