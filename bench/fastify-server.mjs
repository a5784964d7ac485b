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
  castMembers: {
    name: "cast_members",
    text: `
      SELECT c.id, c.person_id, c.production_id, c.role_id, c.role_type, c.billing_order,
        json_build_object('id', p.id, 'name', p.name, 'bio', p.bio, 'image', p.image) AS person,
        json_build_object('id', o.id, 'show', json_build_object('name', s.name, 'type', s.type)) AS production,
        CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name) END AS role
      FROM cast_members c JOIN people p ON p.id = c.person_id JOIN productions o ON o.id = c.production_id
      JOIN shows s ON s.id = o.show_id LEFT JOIN roles r ON r.id = c.role_id
      ORDER BY c.production_id, c.billing_order NULLS LAST, c.role_type, p.name, c.id`,
  },
};

app.get("/api/shows", async () => (await database.query(queries.shows)).rows);
app.get("/api/cast-members", async () => (await database.query(queries.castMembers)).rows);
app.get("/api/shows/:id", async (request, reply) => {
  const { rows } = await database.query({ ...queries.show, values: [request.params.id] });
  return rows[0] ?? reply.code(404).send({ error: "Show not found" });
});

const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`served on ${address}\n`);
