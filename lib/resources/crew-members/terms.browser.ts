import type { ResourceTerms } from "../../records/terms.browser.ts";
import { yearOf } from "../productions/terms.browser.ts";

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

export const crewMemberTerms: ResourceTerms = {
  singular: "crew member",
  plural: "crew members",
  nameOf: ({ job, credit }, named) => {
    const work = jobs.find((one) => one === job && one !== "other");
    const words = work ? jobInWords(work) : typeof credit === "string" ? credit : "crew";
    const show = named({ production_id: "productions", show_id: "shows" });
    return `${named({ person_id: "people" })}, ${words} of ${show}${named({ production_id: "productions" }, yearOf)}`;
  },
};

/** In lower case: `lighting designer`. */
export function jobInWords(job: Job): string {
  return job.replace("wigs-", "wigs, ").replace("make-up", "make\u2011up").replaceAll("-", " ");
}
