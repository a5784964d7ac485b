import "server-only";
import { randomUUID } from "node:crypto";
import type { Database } from "../db/database.ts";
import type { Prisma, PrismaClient, Suggestion } from "../db/generated/client.ts";
import { AppError } from "../core/errors.ts";
import { consumeAllowance, type Allowance } from "../rate-limit/allowance.ts";
import type { NewSuggestion, SuggestionAnswer, SuggestionRecord } from "./schema.browser.ts";

/** Corrections that readers suggest (contract §18). */

const maxListed = 200;
export const contactDays = 90;

/** @throws AppError 429 when the sender's day is used up. */
export function addSuggestion(
  prisma: PrismaClient,
  { id, field = null, proposed = null, source_url = null, contact = null, ...rest }: NewSuggestion,
  allowance: Allowance,
  now: Date,
): Promise<Suggestion> {
  return prisma.$transaction(async (transaction) => {
    await consumeAllowance(transaction, allowance, now);
    const data = { ...rest, id: randomUUID(), record_id: id, field, proposed, source_url, contact, created_at: now };
    return transaction.suggestion.create({ data });
  });
}

export async function findSuggestion(prisma: Prisma.TransactionClient, id: string): Promise<Suggestion | null> {
  // PostgreSQL can't store a NUL, so no suggestion has this id.
  return id.includes("\0") ? null : prisma.suggestion.findUnique({ where: { id } });
}

/** Those that wait for an answer, oldest first, then the others, latest answer first. */
export async function listSuggestions(
  prisma: PrismaClient,
  state: SuggestionRecord["state"] | undefined,
): Promise<Suggestion[]> {
  const isWanted = (...states: SuggestionRecord["state"][]) => state === undefined || states.includes(state);
  const waiting = isWanted("received")
    ? await prisma.suggestion.findMany({
        where: { state: "received" },
        orderBy: [{ created_at: "asc" }, { id: "asc" }],
        take: maxListed,
      })
    : [];
  if (state === "received" || waiting.length === maxListed) return waiting;
  const answered = await prisma.suggestion.findMany({
    where: { state: state ?? { not: "received" } },
    orderBy: [{ answered_at: "desc" }, { id: "asc" }],
    take: maxListed - waiting.length,
  });
  return [...waiting, ...answered];
}

/**
 * Answers a suggestion. Those that propose the same as an accepted one become duplicates. Of two answers at once, one is
 * refused.
 *
 * @returns null when there is no such suggestion. @throws AppError 409 when it is answered already.
 */
export function answerSuggestion(
  prisma: PrismaClient,
  id: string,
  { state, reason = null }: SuggestionAnswer,
  now: Date,
): Promise<Suggestion | null> {
  return prisma.$transaction(async (transaction) => {
    const sent = await findSuggestion(transaction, id);
    if (!sent) return null;
    const { resource, record_id, field, proposed } = sent;
    // In one order, so that answers to two suggestions that propose the same do not wait for each other in a circle.
    await transaction.$queryRaw`
      SELECT id FROM suggestions WHERE resource = ${resource} AND record_id = ${record_id} ORDER BY id FOR UPDATE`;
    const answered = await transaction.suggestion.updateMany({
      where: { id, state: "received" },
      data: { state, reason, answered_at: now },
    });
    const answer = await findSuggestion(transaction, id);
    if (answered.count === 0) {
      throw new AppError("conflict", { message: `This suggestion was already answered: ${answer?.state}.` });
    }
    // Two notes about the same record need not say the same.
    if (state === "accepted" && proposed !== null) {
      await transaction.suggestion.updateMany({
        where: { resource, record_id, field, proposed, state: "received" },
        data: { state: "duplicate", answered_at: now },
      });
    }
    return answer;
  });
}

/** Forgets how to reach the authors of suggestions that were answered long ago (contract §18). */
export async function deleteOldContacts({ prisma }: Pick<Database, "prisma">, now: number): Promise<void> {
  await prisma.suggestion.updateMany({
    where: { contact: { not: null }, answered_at: { lt: new Date(now - contactDays * 86_400_000) } },
    data: { contact: null },
  });
}

/** The suggestions that give this address as their contact. @param email in lower case. */
export function suggestionsOf(prisma: PrismaClient, email: string): Promise<Suggestion[]> {
  return prisma.suggestion.findMany({ where: contactOf(email), orderBy: [{ created_at: "desc" }, { id: "asc" }] });
}

/** Forgets an address whose account is deleted. */
export async function deleteContact(transaction: Prisma.TransactionClient, email: string): Promise<void> {
  await transaction.suggestion.updateMany({ where: contactOf(email), data: { contact: null } });
}

function contactOf(email: string): Prisma.SuggestionWhereInput {
  return { contact: { equals: email, mode: "insensitive" } };
}
