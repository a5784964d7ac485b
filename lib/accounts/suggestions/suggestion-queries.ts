import "server-only";
import { isStorable } from "../../db/rows.ts";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Database, Transaction } from "../../db/database.ts";
import type { Prisma, PrismaClient, Suggestion } from "../../db/generated/client.ts";
import { AppError } from "../../core/errors.ts";
import { consumeAllowance, type Allowance } from "../../http/rate-limit/allowance.ts";
import type { NewSuggestion, SuggestionAnswer, suggestionsQuery } from "./schema.browser.ts";

/** Corrections that readers suggest (contract §18). */

export const contactDays = 90;
export const unansweredDays = 365;

/** @param allowances in one order for all senders, so that they don't wait for each other. @throws AppError 429 when one is used up. */
export function addSuggestion(
  prisma: PrismaClient,
  { id, field = null, proposed = null, source_url = null, contact = null, ...rest }: NewSuggestion,
  { allowances, group_id }: { allowances: readonly Allowance[]; group_id: string },
  now: Date,
): Promise<Suggestion> {
  return prisma.$transaction(async (transaction) => {
    for (const allowance of allowances) await consumeAllowance(transaction, allowance, now);
    const about = { ...rest, record_id: id, field, proposed, source_url, contact };
    return transaction.suggestion.create({ data: { ...about, id: randomUUID(), group_id, created_at: now } });
  });
}

/** A page asks too, with an id as it was typed. */
export async function findSuggestion(prisma: Transaction, id: string): Promise<Suggestion | null> {
  return isStorable(id) ? prisma.suggestion.findUnique({ where: { id } }) : null;
}

/** Newest first. @param before the last one of the page before. */
export function listSuggestions(
  prisma: PrismaClient,
  filters: Pick<z.output<typeof suggestionsQuery>, "state" | "resource" | "record_id" | "id">,
  before: Pick<Suggestion, "created_at" | "id"> | null,
  take: number,
): Promise<Suggestion[]> {
  const { created_at, id } = before ?? {};
  const older = before && { OR: [{ created_at: { lt: created_at } }, { created_at, id: { lt: id } }] };
  return prisma.suggestion.findMany({
    where: { ...filters, ...older },
    orderBy: [{ created_at: "desc" }, { id: "desc" }],
    take,
  });
}

/** Those that propose the same become duplicates. @returns null when there is none. @throws AppError 409 when it is answered. */
export function answerSuggestion(
  prisma: PrismaClient,
  id: string,
  { state, reason = null, whole_group = false }: SuggestionAnswer,
  now: Date,
): Promise<Suggestion | null> {
  return prisma.$transaction(async (transaction) => {
    const sent = await findSuggestion(transaction, id);
    if (!sent) return null;
    const { resource, record_id, field, proposed } = sent;
    const group_id = whole_group ? sent.group_id : null;
    // In one order, so that answers to two suggestions that propose the same do not wait for each other in a circle.
    await transaction.$queryRaw`
      SELECT id FROM suggestions WHERE (resource = ${resource} AND record_id = ${record_id}) OR group_id = ${group_id}
      ORDER BY id FOR UPDATE`;
    const data = { state, reason, answered_at: now, group_id: null };
    const answered = await transaction.suggestion.updateMany({ where: { id, state: "received" }, data });
    const answer = await findSuggestion(transaction, id);
    if (answered.count === 0) {
      throw new AppError("conflict", { message: `This suggestion was already answered: ${answer?.state}.` });
    }
    // Two notes about the same record need not say the same.
    if (state === "accepted" && proposed !== null) {
      await transaction.suggestion.updateMany({
        where: { resource, record_id, field, proposed, state: "received" },
        data: { state: "duplicate", answered_at: now, group_id: null },
      });
    }
    if (group_id !== null) await transaction.suggestion.updateMany({ where: { group_id, state: "received" }, data });
    return answer;
  });
}

/** Deletes unanswered ones of long ago, and how to reach the authors of those that were answered (contract §18). */
export async function deleteOldSuggestions({ prisma }: Pick<Database, "prisma">, now: number): Promise<void> {
  const ago = (days: number) => new Date(now - days * 86_400_000);
  await prisma.suggestion.deleteMany({ where: { state: "received", created_at: { lt: ago(unansweredDays) } } });
  await prisma.suggestion.updateMany({
    where: { contact: { not: null }, answered_at: { lt: ago(contactDays) } },
    data: { contact: null },
  });
}

/** The suggestions that give this address as their contact. @param email in lower case. */
export function suggestionsOf(prisma: PrismaClient, email: string): Promise<Suggestion[]> {
  return prisma.suggestion.findMany({ where: contactOf(email), orderBy: [{ created_at: "desc" }, { id: "asc" }] });
}

/** Forgets an address whose account is deleted. */
export async function deleteContact(transaction: Transaction, email: string): Promise<void> {
  await transaction.suggestion.updateMany({ where: contactOf(email), data: { contact: null } });
}

function contactOf(email: string): Prisma.SuggestionWhereInput {
  return { contact: { equals: email, mode: "insensitive" } };
}
