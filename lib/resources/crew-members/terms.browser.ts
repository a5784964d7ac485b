/** In the order of a creative team. */
export const jobs = [
  "author",
  "adapter",
  "translator",
  "composer",
  "lyricist",
  "book",
  "director",
  "associate-director",
  "choreographer",
  "musical-director",
  "musical-supervisor",
  "orchestrator",
  "arranger",
  "set-designer",
  "costume-designer",
  "lighting-designer",
  "sound-designer",
  "video-designer",
  "wigs-hair-and-make-up-designer",
  "puppetry-designer",
  "illusions-designer",
  "fight-director",
  "intimacy-director",
  "movement-director",
  "casting-director",
  "dramaturg",
  "producer",
  "other",
] as const;

export type Job = (typeof jobs)[number];

/** In lower case: `lighting designer`. */
export function jobInWords(job: Job): string {
  return job.replace("wigs-", "wigs, ").replace("make-up", "make\u2011up").replaceAll("-", " ");
}
