import "server-only";
import { readInput, readOptionalInput } from "../http/body.ts";
import type { Route } from "../http/route.ts";
import { Body } from "../snapshots/body.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { makeKey, type NewKey } from "../keys/key.ts";
import { newKeyAfter, rotation, type IssuedKey } from "../keys/schema.ts";
import { describeKey } from "./describe-key.ts";
import { ownerOf } from "./own-account.ts";
import { addKey, findKey, listKeys, replaceKey, revokeKey, type OwnKey } from "./queries.ts";

const hourMilliseconds = 3_600_000;

/** `/keys`: a developer sees their keys, and makes one. */
export const keysRoute: Route = {
  path: "/keys",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: {
      access: "account",
      answer: async (question) => {
        const { infrastructure } = question;
        // What this instance has just seen of a key is told of, too.
        await infrastructure.keyRing.settled();
        const keys = await listKeys(infrastructure.database.prisma, ownerOf(question).accountId);
        return { body: Body.json(await Promise.all(keys.map((key) => describeKey(key, infrastructure)))) };
      },
    },
    POST: {
      access: "account",
      answer: async (question) => {
        const { call, infrastructure } = question;
        const now = infrastructure.now();
        const { name, expires_at } = await readInput(call, newKeyAfter(now));
        const order = {
          name,
          expiresAt: expires_at ? new Date(expires_at) : null,
          dailyLimit: null,
          sharedCount: null,
        };
        const made = makeKey();
        const { prisma } = infrastructure.database;
        const key = await addKey(prisma, ownerOf(question).accountId, order, made, new Date(now));
        return issued(key, made, infrastructure);
      },
    },
  },
};

/** `POST /keys/{id}/rotate` */
export const rotationRoute: Route = {
  path: "/keys/{id}/rotate",
  isMetered: true,
  isPrivate: true,
  operations: {
    POST: {
      access: "account",
      answer: async (question) => {
        const { call, params, infrastructure } = question;
        const { prisma } = infrastructure.database;
        const { id } = await findKey(prisma, ownerOf(question).accountId, params["id"] ?? "");
        const { grace_hours = 0 } = await readOptionalInput(call, rotation);
        const now = infrastructure.now();
        const ending = { now: new Date(now), graceEnd: new Date(now + grace_hours * hourMilliseconds) };
        const made = makeKey();
        const key = await replaceKey(prisma, ownerOf(question).accountId, id, made, ending);
        infrastructure.keyRing.drop(id);
        return issued(key, made, infrastructure);
      },
    },
  },
};

/** `DELETE /keys/{id}` */
export const keyRoute: Route = {
  path: "/keys/{id}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: {
      access: "account",
      answer: async (question) => {
        const { params, infrastructure } = question;
        await infrastructure.keyRing.settled();
        const now = new Date(infrastructure.now());
        const key = await revokeKey(
          infrastructure.database.prisma,
          ownerOf(question).accountId,
          params["id"] ?? "",
          now,
        );
        infrastructure.keyRing.drop(key.id);
        return { body: Body.json(await describeKey(key, infrastructure)) };
      },
    },
  },
};

/** The one answer that has the secret. */
async function issued(key: OwnKey, { secret }: NewKey, infrastructure: Infrastructure) {
  const answer: IssuedKey = { ...(await describeKey(key, infrastructure)), key: secret };
  return { status: 201, body: Body.json(answer) };
}
