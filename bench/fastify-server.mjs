// A service as it is often written by hand: Fastify, a query for each request, and a limit counted in Redis. It logs no
// requests, has no keys and answers no conditional requests.
import rateLimit from "@fastify/rate-limit";
import fastify from "fastify";
import { Redis } from "ioredis";
import pg from "pg";

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
await app.register(rateLimit, {
  max: Number(process.env.PUBLIC_DAILY_LIMIT),
  timeWindow: "1 day",
  redis: new Redis({ port: Number(process.env.REDIS_PORT), host: "127.0.0.1" }),
});

const show = "id, name, type, description, image, booking_until::text";
const queries = {
  shows: { name: "shows", text: `SELECT ${show} FROM shows ORDER BY lower(name), id` },
  show: { name: "show", text: `SELECT ${show} FROM shows WHERE id = $1` },
};

app.get("/api/shows", async () => (await database.query(queries.shows)).rows);
app.get("/api/shows/:id", async (request, reply) => {
  const { rows } = await database.query({ ...queries.show, values: [request.params.id] });
  return rows[0] ?? reply.code(404).send({ error: "Show not found" });
});

const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`served on ${address}\n`);
