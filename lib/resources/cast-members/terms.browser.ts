import type { ResourceTerms } from "../../records/terms.browser.ts";

/** In the order of a cast list. */
export const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"] as const;

/** Who is in a role as one of these covers it; as anything else, plays it. */
export const coverTypes: readonly (typeof roleTypes)[number][] = ["understudy", "swing", "standby", "alternate"];

export const castMemberTerms: ResourceTerms = {
  singular: "cast member",
  plural: "cast members",
  nameOf: (_record, named) =>
    `${named({ person_id: "people" })} in ${named({ production_id: "productions", show_id: "shows" })}`,
};
