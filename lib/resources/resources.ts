import "server-only";
import { castMembers } from "./cast-members/resource.ts";
import { people } from "./people/resource.ts";
import { productions } from "./productions/resource.ts";
import { roles } from "./roles/resource.ts";
import { shows } from "./shows/resource.ts";
import { theatres } from "./theatres/resource.ts";

/** All there are. Documentation, tests and navigation read this list; a seventh only has to be added here. */
export const resources = [shows, theatres, people, roles, productions, castMembers];
