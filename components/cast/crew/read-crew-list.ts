import { jobs, type Job } from "@/lib/resources/crew-members/terms.browser";
import { isFullName } from "../paste/text-kinds";
import { sourceLines, listItems, splitEntry } from "../paste/split-list";

/** A line of a creative team as it was pasted: a person in a job. */
export interface PastedCrew {
  key: string;
  name: string;
  job: Job;
  /** The words of the list where they say more than the job. */
  credit: string | null;
}

/** How each job is written: by the beginnings of its words, the longest phrases first. */
const spellings: readonly (readonly [RegExp, Job])[] = [
  [/\bwigs?,? *(?:hair)?(?:,| and| &)* *(?:make-?up)?|\bhair,? (?:and|&) make-?up/i, "wigs-hair-and-make-up-designer"],
  [/\bassociate director/i, "associate-director"],
  [/\bmusic(?:al)? superv\w*/i, "musical-supervisor"],
  [/\bmusic(?:al)? direct\w*/i, "musical-director"],
  [/\bfight\w* direct\w*|\bfights?\b/i, "fight-director"],
  [/\bintimacy(?: direct\w*| co-?ordinat\w*)?/i, "intimacy-director"],
  [/\bmovement(?: direct\w*)?/i, "movement-director"],
  [/\bcasting(?: direct\w*)?/i, "casting-director"],
  [/\bpuppet\w*/i, "puppetry-designer"],
  [/\b(?:illusion|magic)\w*/i, "illusions-designer"],
  [/\b(?:video|projection)s?\b/i, "video-designer"],
  [/\bcostumes?\b/i, "costume-designer"],
  [/\b(?:set|scenic|scenery|stage design)\b/i, "set-designer"],
  [/\blight(?:ing|s)?\b/i, "lighting-designer"],
  [/\bsound\b/i, "sound-designer"],
  [/\borchestrat\w*/i, "orchestrator"],
  [/\barrang\w*/i, "arranger"],
  [/\bchoreograph\w*/i, "choreographer"],
  [/\bdramaturg\w*/i, "dramaturg"],
  [/\bproduc(?:er|ed)\w*/i, "producer"],
  [/\btranslat\w*/i, "translator"],
  [/\badapt\w*/i, "adapter"],
  [/\blyric\w*/i, "lyricist"],
  [/\b(?:music|compos\w*|score)\b/i, "composer"],
  [/\bbook\b/i, "book"],
  [/\b(?:writ(?:er|ten)|author|playwright)s?\b/i, "author"],
  [/\bdirect(?:or|ed|ion)s?\b/i, "director"],
  [/\bdesign(?:er|s|ed)?\b/i, "set-designer"],
];
const others = /\b(?:assistant|associate|resident|voice|dialect|coach|manager|supervisor|consultant|additional)\b/i;

/** The creative team in a text: a line says a job and who has it; “Set and costume design: A” is two entries. */
export function readCrewList(text: string): PastedCrew[] {
  return sourceLines(text).flatMap(({ number, text: line }) => {
    const sides = splitEntry(line) ?? sidesAtBy(line);
    if (!sides) return [];
    const { first, second } = sides;
    const isNameFirst =
      jobsIn(first).length === 0 && (jobsIn(second).length > 0 || (isFullName(first) && !isFullName(second)));
    const [names, credit] = isNameFirst ? [first, second] : [second, first];
    const named = jobsIn(credit);
    const found: readonly Job[] = named.length > 0 ? named : ["other"];
    return listItems(names).flatMap((name, at) =>
      found.map((job) => ({ key: `${number} ${at} ${job}`, name, job, credit: creditOf(credit, found) })),
    );
  });
}

/** “Directed by Jamie Lloyd” */
function sidesAtBy(line: string): { first: string; second: string } | null {
  const [, first, second] = /^(.+?) by (.+)$/i.exec(line) ?? [];
  return first !== undefined && second !== undefined && jobsIn(first).length > 0 ? { first, second } : null;
}

/** The jobs that a text says, in their order; none where it says another one that has such a word. */
function jobsIn(text: string): Job[] {
  let rest = text;
  const found = new Set<Job>();
  for (const [spelling, job] of spellings) {
    if (job === "set-designer" && found.size > 0 && !/\b(?:set|scenic|scenery)\b/i.test(rest)) continue;
    if (spelling.test(rest)) found.add(job);
    rest = rest.replace(spelling, " ");
  }
  if (others.test(rest)) return [];
  return jobs.filter((job) => found.has(job));
}

/** Null where the words say no more than one job: “Director”, “Lighting design”. */
function creditOf(words: string, [job, ...more]: readonly Job[]): string | null {
  if (job === "other" || more.length > 0) return words;
  const left = spellings.reduce((text, [spelling, one]) => (one === job ? text.replace(spelling, " ") : text), words);
  return /^[\s:]*(?:(?:design\w*|direct\w*|by)[\s:]*)*$/i.test(left) ? null : words;
}
