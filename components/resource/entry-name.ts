import type { ActivityEntry } from "@/lib/activity/schema";
import { nameRecord } from "@/lib/resource/terms";
import { terms } from "@/lib/resources/terms";
import { isPath, type Directory, type Path } from "./nouns";

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
  const record = after ?? before ?? {};
  if (typeof record["name"] === "string") return record["name"];
  if (!isPath(resource)) return record_id;
  let isKnown = true;
  const name = nameRecord(
    terms,
    resource,
    record,
    (path, id) => directory[path].get(id),
    (id) => {
      isKnown = false;
      return id;
    },
  );
  return isKnown && terms[resource].nameOf ? name : record_id;
}
