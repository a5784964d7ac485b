import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { roleTypes } from "../../lib/resources/cast-members/terms.ts";
import { showTypes } from "../../lib/resources/shows/terms.ts";

const slug = z.string().regex(/^[a-z0-9]+(-{1,2}[a-z0-9]+)*$/);
const day = z.iso.date();

const files = {
  shows: z.strictObject({
    slug,
    name: z.string(),
    type: z.enum(showTypes),
    description: z.string().nullable(),
    image: z.string().nullable(),
    booking_until: day.nullable(),
  }),
  theatres: z.strictObject({
    slug,
    name: z.string(),
    address: z.string().nullable(),
    postcode: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    capacity: z.int().nullable(),
    current_show: slug.nullable(),
  }),
  people: z.strictObject({ slug, name: z.string(), bio: z.string().nullable(), image: z.string().nullable() }),
  productions: z.strictObject({ slug, show: slug, theatre: slug, opening_date: day, closing_date: day.nullable() }),
  roles: z.strictObject({ slug, name: z.string(), description: z.string().nullable(), production: slug }),
  cast_members: z.strictObject({
    person: slug,
    production: slug,
    role: slug.nullable(),
    role_type: z.enum(roleTypes),
    billing_order: z.int().nullable(),
  }),
};

export type Dataset = { [Name in keyof typeof files]: z.infer<(typeof files)[Name]>[] };

/** The six files beside this one, parsed. `root` is the project's folder. */
export function readDataset(root: string): Dataset {
  const read = <Row>(name: string, row: z.ZodType<Row>): Row[] =>
    z.array(row).parse(JSON.parse(readFileSync(path.join(root, "prisma", "seed", `${name}.json`), "utf8")));
  return {
    shows: read("shows", files.shows),
    theatres: read("theatres", files.theatres),
    people: read("people", files.people),
    productions: read("productions", files.productions),
    roles: read("roles", files.roles),
    cast_members: read("cast_members", files.cast_members),
  };
}
