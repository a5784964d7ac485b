import "server-only";
import type { Database } from "../../lib/db/connect.ts";
import type { Prisma } from "../../lib/db/generated/client.ts";
import { readDataset, type Dataset } from "./dataset.ts";

/**
 * Loads the West End dataset into a database without records, in one transaction. A record's id is its slug, so that it
 * is the same on every fresh install.
 */
export async function seedWhenEmpty(database: Database, root: string, say: (line: string) => void): Promise<void> {
  const { prisma } = database;
  if (!(await isEmpty(database))) return;
  const dataset = readDataset(root);
  const startedAt = performance.now();
  const counts = Object.entries(dataset).map(([name, rows]) => `${rows.length} ${name.replace("_", " ")}`);
  say(`Loading the West End dataset: ${counts.join(", ")} …`);
  await prisma.$transaction((transaction) => load(transaction, dataset), { timeout: 60_000, maxWait: 10_000 });
  say(`Loaded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function isEmpty({ query }: Database): Promise<boolean> {
  const tables = ["shows", "theatres", "people", "productions", "roles", "cast_members"];
  const [row] = await query<{ is_empty: boolean }>(
    `SELECT NOT (${tables.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ")}) AS is_empty`,
    [],
  );
  return row?.is_empty ?? false;
}

async function load(transaction: Prisma.TransactionClient, dataset: Dataset): Promise<void> {
  await transaction.show.createMany({
    data: dataset.shows.map(({ slug: id, booking_until, ...show }) => ({
      id,
      ...show,
      booking_until: day(booking_until),
    })),
  });
  await transaction.theatre.createMany({
    data: dataset.theatres.map(({ slug: id, current_show: current_show_id, ...theatre }) => ({
      id,
      ...theatre,
      current_show_id,
    })),
  });
  await transaction.person.createMany({ data: dataset.people.map(({ slug: id, ...person }) => ({ id, ...person })) });
  await transaction.production.createMany({
    data: dataset.productions.map(({ slug: id, show, theatre, opening_date, closing_date }) => ({
      id,
      show_id: show,
      theatre_id: theatre,
      opening_date: new Date(opening_date),
      closing_date: day(closing_date),
    })),
  });
  await transaction.role.createMany({
    data: dataset.roles.map(({ slug: id, production: production_id, ...role }) => ({ id, ...role, production_id })),
  });
  await transaction.castMember.createMany({ data: dataset.cast_members.map(castMemberRow) });
}

/** No person is twice in one production of the dataset, so the two slugs identify the assignment. */
function castMemberRow({ person, production, role, role_type, billing_order }: Dataset["cast_members"][number]) {
  return {
    id: `${production}--${person}`,
    person_id: person,
    production_id: production,
    role_id: role,
    role_type,
    billing_order,
  };
}

function day(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
