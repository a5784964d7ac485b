import type { Terms } from "../resource/terms.ts";
import { castMemberTerms } from "./cast-members/terms.ts";
import { personTerms } from "./people/terms.ts";
import { productionTerms } from "./productions/terms.ts";
import { roleTerms } from "./roles/terms.ts";
import { showTerms } from "./shows/terms.ts";
import { theatreTerms } from "./theatres/terms.ts";

/** The words for each noun, by its path under `/api`. */
export const terms = {
  shows: showTerms,
  theatres: theatreTerms,
  people: personTerms,
  roles: roleTerms,
  productions: productionTerms,
  "cast-members": castMemberTerms,
} satisfies Record<string, Terms>;
