import type { ActivityEntry } from "@/lib/activity/schema";
import type { Directory, Path } from "./nouns";

/** What the records of a change are named by, where they have no name of their own. */
export const neededForNames: readonly Path[] = ["shows", "theatres", "people", "productions"];

export function hasOwnName({ before, after }: ActivityEntry): boolean {
  return typeof (after ?? before)?.["name"] === "string";
}

/** What people call the record of an entry; its id where nothing better is known. */
export function entryName(
  { resource, record_id, before, after }: Pick<ActivityEntry, "resource" | "record_id" | "before" | "after">,
  directory: Directory,
): string {
  const { name, show_id, theatre_id, opening_date, person_id, production_id } = after ?? before ?? {};
  if (typeof name === "string") return name;
  const show = directory.shows.get(String(show_id))?.name;
  if (resource === "productions" && show !== undefined)
    return `${show}, ${directory.theatres.get(String(theatre_id))?.name}, ${String(opening_date).slice(0, 4)}`;
  const person = directory.people.get(String(person_id))?.name;
  if (resource === "cast-members" && person !== undefined)
    return `${person} in ${directory.productions.get(String(production_id))?.show.name}`;
  return record_id;
}
