import { Redis } from "ioredis";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient, type Show } from "../../lib/db/generated/client";

export const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env["DATABASE_URL"], max: 10 }),
});

/** In the order of the response. */
export const showFields = { id: true, name: true, type: true, description: true, image: true, booking_until: true };

export function showBody({ booking_until, ...show }: Pick<Show, keyof typeof showFields>) {
  return { ...show, booking_until: booking_until?.toISOString().slice(0, 10) ?? null };
}

// Connects at the first command, so that `next build` needs no Redis.
const redis = new Redis({ port: Number(process.env["REDIS_PORT"]), host: "127.0.0.1", lazyConnect: true });
const limit = Number(process.env["PUBLIC_DAILY_LIMIT"]);
const daySeconds = 86_400;

type Handler<Context> = (request: Request, context: Context) => Promise<Response>;

/** Counts the requests of each address and UTC day in Redis, and refuses those over the limit. */
export function withDailyLimit<Context>(handle: Handler<Context>): Handler<Context> {
  return async (request, context) => {
    const day = new Date().toISOString().slice(0, 10);
    const key = `requests:${day}:${request.headers.get("x-forwarded-for")}`;
    const count = await redis.incr(key);
    if (count === 1) await redis.expire(key, daySeconds);
    const response =
      count > limit
        ? Response.json({ error: "Daily limit exceeded" }, { status: 429 })
        : await handle(request, context);
    response.headers.set("X-RateLimit-Limit", String(limit));
    response.headers.set("X-RateLimit-Remaining", String(Math.max(0, limit - count)));
    return response;
  };
}
