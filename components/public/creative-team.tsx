import { PageLink, pageOf } from "@/components/records/directory/page-link";
import type { TeamMember } from "@/lib/listings/pages/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { jobInWords, type Job } from "@/lib/resources/crew-members/terms.browser";
import { Marks } from "./footnotes";
import { PageSection } from "./public-page";
import { joinNames } from "./run-words";

/** Who made a production: each person once, in the published order. */
export function CreativeTeam({ crew }: { crew: readonly TeamMember[] }) {
  if (crew.length === 0) return null;
  const people = grouped(crew, ({ person }) => person.id);
  return (
    <PageSection id="crew" title="Creative team">
      <ul className="mt-2 page-columns">
        {[...people].map(([id, entries]) => (
          <li key={id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <PageLink href={pageOf("people", id)}>{entries[0]?.person.name}</PageLink>
            <Marks marks={[...new Set(entries.flatMap(({ marks }) => marks))]} />
            <span className="block text-sm">{jobsInWords(entries)}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** `Set designer, costume designer`; the words of the programme where they differ. */
export function jobsInWords(entries: readonly { job: Job; credit: string | null }[]): string {
  return capitalised([...new Set(entries.map(({ job, credit }) => credit ?? jobInWords(job)))].join(", "));
}

/** What each says of those who have the job, in the order of a sentence. */
const phrases: readonly (readonly [Job, string])[] = [
  ["book", "book"],
  ["composer", "music"],
  ["lyricist", "lyrics"],
  ["author", "written"],
  ["adapter", "adapted"],
  ["translator", "translated"],
  ["director", "directed"],
];

const namesShown = 4;

/** `Music and lyrics by A, directed by B and C.` Empty when none of these is known. */
export function creditsInWords(crew: readonly TeamMember[]): string {
  const said = phrases.flatMap(([job, word]) => {
    const names = new Set(crew.flatMap((member) => (member.job === job ? [member.person.name] : [])));
    return names.size > 0 ? [{ word, by: namesInWords([...names]) }] : [];
  });
  const shared = [...grouped(said, ({ by }) => by)];
  const parts = shared.map(([by, entries]) => `${joinNames(entries.map(({ word }) => word))} by ${by}`);
  return parts.length === 0 ? "" : `${capitalised(parts.join(", "))}.`;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function namesInWords(names: readonly string[]): string {
  if (names.length <= namesShown) return joinNames(names);
  return `${names.slice(0, namesShown - 1).join(", ")} and ${names.length - namesShown + 1} others`;
}
