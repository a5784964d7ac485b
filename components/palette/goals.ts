import { fold, matcher } from "@/components/resource/fold";
import { findRecords } from "@/components/resource/found-records";
import { capitalised, nouns, paths, type Directory } from "@/components/resource/nouns";

/** Where the palette can lead. */
export interface Goal {
  href: string;
  name: string;
  /** What it is, in a word or two. */
  kind: string;
}

const mostOfKind = 6;

/** Pages, actions and records by what was typed. */
export function goalsFor(typed: string, directory: Directory, isAdministrator: boolean): Goal[] {
  const matches = matcher(typed);
  const places = placesFor(isAdministrator).filter(({ name, kind }) => matches(fold(`${name} ${kind}`)));
  if (typed.trim() === "") return places;
  const records = paths.flatMap((path) =>
    findRecords(path, directory, typed, () => true)
      .slice(0, mostOfKind)
      .map(({ id, name }) => ({
        href: `/dashboard/${path}/${encodeURIComponent(id)}`,
        name,
        kind: nouns[path].singular,
      })),
  );
  return [...places.slice(0, mostOfKind), ...records];
}

function placesFor(isAdministrator: boolean): Goal[] {
  const page = (href: string, name: string): Goal => ({ href, name, kind: "page" });
  const action = (href: string, name: string): Goal => ({ href, name, kind: "action" });
  return [
    page("/dashboard", "Overview"),
    ...paths.map((path) => page(`/dashboard/${path}`, capitalised(nouns[path].plural))),
    page("/dashboard/activity", "Activity"),
    page("/dashboard/health", "Health"),
    ...(isAdministrator ? [page("/dashboard/accounts", "Accounts")] : []),
    page("/developers", "Keys and use"),
    ...paths.map((path) => action(`/dashboard/${path}/new`, `New ${nouns[path].singular}`)),
    ...paths.map((path) => action(`/dashboard/${path}/import`, `Import ${nouns[path].plural}`)),
  ];
}
