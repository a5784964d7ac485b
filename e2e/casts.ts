import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { createdRecord } from "./staff";

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

/** Creates a person and puts them into a cast. */
export async function newCastMember(
  page: Page,
  production_id: string,
  { name, ...part }: { name: string } & Record<string, unknown>,
): Promise<void> {
  const person_id = await createdRecord(page.request, "people", { name });
  await createdRecord(page.request, "cast-members", { role_type: "principal", production_id, person_id, ...part });
}

interface Part {
  person: string;
  role: string | null;
  type: string;
  billing: number | null;
}

/** A cast in the API's order. */
export async function castOf(api: APIRequestContext, production: string): Promise<Part[]> {
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
