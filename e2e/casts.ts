import { randomUUID } from "node:crypto";
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { createdRecord, letters } from "./staff";

/** @returns the id of a new production of a new show. */
export async function newProduction(page: Page): Promise<string> {
  return newRun(page, await newShow(page), "2031-09-03");
}

export function newShow(page: Page): Promise<string> {
  return createdRecord(page.request, "shows", { name: `Show ${randomUUID()}`, type: "musical" });
}

export function newRun(page: Page, show_id: string, opening_date: string): Promise<string> {
  return createdRecord(page.request, "productions", { show_id, theatre_id: "noel-coward", opening_date });
}

/** A cast in the API's order. */
export async function castOf(api: APIRequestContext, production: string) {
  const answer = await api.get(`/api/cast-members?production_id=${production}`);
  const members = (await answer.json()) as {
    person: { name: string };
    role: { name: string } | null;
    role_type: string;
    billing_order: number | null;
  }[];
  return members.map(({ person, role, role_type, billing_order }) => ({
    person: person.name,
    role: role?.name ?? null,
    type: role_type,
    billing: billing_order,
  }));
}

/** A production with two principals and someone in the ensemble, without dates. */
export async function newCast(page: Page) {
  const production = await newProduction(page);
  const surname = letters();
  const name = (first: string) => `${first} ${surname}`;
  for (const [first, role, role_type, billing_order] of [
    ["Ann", "Elsa", "principal", 1],
    ["Ben", "Anna", "principal", 2],
    ["Cat", null, "ensemble", null],
  ] as const) {
    const role_id = role && (await createdRecord(page.request, "roles", { name: role, production_id: production }));
    const person_id = await createdRecord(page.request, "people", { name: name(first) });
    const member = { production_id: production, person_id, role_id, role_type, billing_order };
    await createdRecord(page.request, "cast-members", member);
  }
  return { production, name };
}

interface DatedMember {
  id: string;
  person: { name: string };
  role: { name: string } | null;
  engagements: { from: string | null; to: string | null }[];
  covers: { name: string; call_order: number | null }[];
}

/** The cast with its dates, or those who are in on a day. */
export async function readCast(
  api: APIRequestContext,
  production: string,
  day?: string,
): Promise<[DatedMember, DatedMember, ...DatedMember[]]> {
  const answer = await api.get(`/api/productions/${production}/cast${day === undefined ? "" : `?on=${day}`}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as [DatedMember, DatedMember, ...DatedMember[]];
}

/** Sets the engagements of a cast member. */
export async function engage(page: Page, member: string, engagements: object[]): Promise<void> {
  const answer = await page.request.put(`/api/cast-members/${member}/details`, { data: { engagements } });
  expect(answer.status()).toBe(200);
}
