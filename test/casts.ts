import type { Engagement } from "../lib/resources/cast-members/schema.browser.ts";

type Send = (method: string, path: string, body: object) => Promise<{ body: Record<string, unknown> }>;

let shows = 0;

/**
 * A show with a past run from 10 January to 30 June 2025 and one that is open since 1 October 2026, both in a theatre of
 * their own. In the first are Ada, the lead for all of it; Ben, in the ensemble since some day in March; Cy, who covers the
 * lead since some day of the year; and Dee without dates.
 */
export async function castLedShow(send: Send) {
  shows += 1;
  const create = async (path: string, body: object) => String((await send("POST", path, body)).body["id"]);
  const name = `Quixotic Zebras ${shows}`;
  const show = await create("shows", { name, type: "musical" });
  const theatre = await create("theatres", { name: `Zebra Theatre ${shows}` });
  const run = (opening_date: string, closing_date: string | null) =>
    create("productions", { show_id: show, theatre_id: theatre, opening_date, closing_date });
  const first = await run("2025-01-10", "2025-06-30");
  const second = await run("2026-10-01", null);
  const lead = await create("roles", { name: "The Lead", production_id: first });
  const cast = [
    { name: "Ada", role_id: lead, role_type: "principal", engagements: [{ from: "2025-01-10", to: "2025-06-30" }] },
    { name: "Ben", role_id: null, role_type: "ensemble", engagements: [{ from: "2025-03", to: "2025-06-30" }] },
    { name: "Cy", role_id: null, role_type: "swing", engagements: [{ from: "2025" }], covers: [{ role_id: lead }] },
    { name: "Dee", role_id: null, role_type: "ensemble", engagements: [] },
  ];
  const [members, people]: [string[], string[]] = [[], []];
  for (const [index, { name: person, role_id, role_type, ...details }] of cast.entries()) {
    const person_id = await create("people", { name: `${person} ${shows}-${index}` });
    await send("PUT", `people/${person_id}`, { name: person });
    const member = { person_id, production_id: first, role_id, role_type, billing_order: index + 1 };
    const id = await create("cast-members", member);
    await send("PUT", `cast-members/${id}/details`, details);
    members.push(id);
    people.push(person_id);
  }
  return { show, name, theatre, first, second, members, people };
}

/** An engagement. @param from not known by default, like the last day. @param seen the days of being seen. */
export function engaged(
  from: string | null = null,
  to: string | null = null,
  ended = false,
  ...seen: string[]
): Engagement {
  return { from, to, ended, seen, note: null };
}
