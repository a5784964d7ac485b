import type { ResourceTerms } from "../../records/terms.browser.ts";
import { yearOf } from "../productions/terms.browser.ts";

/** In the order of a cast list. */
export const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"] as const;

/** Who is in a role as one of these covers it; as anything else, plays it. */
export const coverTypes: readonly (typeof roleTypes)[number][] = ["understudy", "swing", "standby", "alternate"];

export const castMemberTerms: ResourceTerms = {
  singular: "cast member",
  plural: "cast members",
  nameOf: (_record, named) => {
    const role = named({ role_id: "roles" }, ({ name }) => ` as ${String(name)}`);
    const show = named({ production_id: "productions", show_id: "shows" });
    return `${named({ person_id: "people" })}${role} in ${show}${named({ production_id: "productions" }, yearOf)}`;
  },
};
