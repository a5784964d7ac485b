// First: each schema asks for it when it is made.
import "./zod-without-eval";
import type { z } from "zod";
import { castMember } from "@/lib/resources/cast-members/schema";
import { person } from "@/lib/resources/people/schema";
import { production } from "@/lib/resources/productions/schema";
import { role } from "@/lib/resources/roles/schema";
import { show } from "@/lib/resources/shows/schema";
import { theatre } from "@/lib/resources/theatres/schema";
import type { Path } from "./nouns";

/** The API's own, of a record as its single read shows it. With zod they are a sixth of a page: import them when they are needed. */
export const schemas: { readonly [P in Path]: z.ZodObject } = {
  shows: show,
  theatres: theatre,
  people: person,
  roles: role,
  productions: production,
  "cast-members": castMember,
};

/** What the API takes: everything but the id, which it gives itself. */
export function writableSchema(path: Path): z.ZodObject {
  return schemas[path].omit({ id: true });
}
