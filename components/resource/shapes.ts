import { castMemberShape } from "@/components/cast-members/fields";
import { personShape } from "@/components/people/fields";
import { productionShape } from "@/components/productions/fields";
import { roleShape } from "@/components/roles/fields";
import { showShape } from "@/components/shows/fields";
import { theatreShape } from "@/components/theatres/fields";
import type { Path } from "./nouns";
import type { RecordShape } from "@/components/record-form/record-shape";

export const shapes: { readonly [P in Path]: RecordShape } = {
  shows: showShape,
  theatres: theatreShape,
  people: personShape,
  roles: roleShape,
  productions: productionShape,
  "cast-members": castMemberShape,
};
