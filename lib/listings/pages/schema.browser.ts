import type { CastEntry } from "../casts/schema.browser.ts";
import type { Alias, RecordSources } from "../../records/schema.browser.ts";
import type { Presence, RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { CrewMember } from "../../resources/crew-members/schema.browser.ts";
import type { Job } from "../../resources/crew-members/terms.browser.ts";
import type { DayOfPerformances, DayPerformance } from "../../resources/productions/performances.browser.ts";
import type { ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";

/* What the public pages show (contract §18). Days are `YYYY-MM-DD`. */

export interface Named {
  id: string;
  name: string;
}

/** A source at the end of a page. */
export type Footnote = Pick<RecordSources["sources"][number], "name" | "url" | "read_on">;

/** What a record says of itself beside its fields. */
export interface Provenance {
  /** The numbers of its footnotes, from 1. */
  marks: number[];
  /** The day on which staff last confirmed it; null: never. */
  verifiedOn: string | null;
}

/** A run of a show at a theatre. */
export interface Run {
  id: string;
  show: Named & { type: string };
  theatre: Named;
  /** From the first preview, else the opening. */
  days: RunDays;
  /** When its first performance begins, with London's offset; null when the time is not known. */
  startsAt: string | null;
  /** Whether anyone in it is known. */
  isCastKnown: boolean;
}

/** A run on a page that has its sources. */
export type CitedRun = Run & Provenance;

/** A day is later than what is on sale of a run without an end. */
export interface BeyondSale {
  /** The last day on sale; null: it is not known. */
  until: string | null;
}

/** An entry of a cast as of the day that is looked at (§28), with the days on which the person can have been in it. */
export interface CompanyMember extends Provenance, CastEntry {
  presence: Presence;
}

/** An entry of a creative team. */
export interface TeamMember extends Provenance, Pick<CrewMember, "id" | "job" | "credit"> {
  person: Named;
}

export interface Company {
  run: CitedRun;
  details: ProductionDetails;
  /** The day that is looked at, within the run. */
  day: string;
  /** The performances of today; null when nothing is known of them, and when it does not run today. */
  tonight: readonly DayPerformance[] | null;
  /** The seven days from `day`. */
  week: readonly DayOfPerformances[];
  /** The day that was asked for, when the show did not run then; otherwise null. */
  missedDay: string | null;
  members: CompanyMember[];
  /** In the published order. */
  crew: TeamMember[];
}

interface PageOfRecord {
  today: string;
  aliases: Alias[];
  provenance: Provenance;
  footnotes: Footnote[];
}

export interface ShowView extends PageOfRecord {
  show: Show;
  /** The newest first. */
  runs: CitedRun[];
  /** Null without a run. */
  company: Company | null;
}

export interface TheatreView extends PageOfRecord {
  theatre: Theatre;
  website: string | null;
  /** The newest first. */
  runs: CitedRun[];
}

/** A run on the page of a day. */
export interface RunOfDay extends Run {
  daysLeft: number | null;
  /** Of that day; null when nothing is known of it. */
  performances: readonly DayPerformance[] | null;
  /** Null for a day that may be on sale. */
  beyondSale: BeyondSale | null;
  /** Who is certainly in it that day, of the first in billing. */
  leads: Named[];
}

/** A show in the list. */
export interface ListedShow extends Named {
  type: string;
  /** The run that is on, else the next, else the last; null without a run. */
  run: Run | null;
  runCount: number;
}

/** A theatre in the list. */
export interface ListedTheatre extends Theatre {
  /** The show that runs there; null while the theatre is dark. */
  playing: Named | null;
}

/** Someone who was in a show on a day, as far as is known. */
export type Player = Pick<CastEntry, "person" | "role" | "role_type" | "certain" | "last_known_on">;

/** Who was in a show on a day, and who played a role? */
export interface WhoQuestion {
  /** The id of a show, or its name or a part of it. */
  show: string;
  /** Null: today. */
  on: string | null;
  /** A role's name or a part of it; null: everyone. */
  role: string | null;
}

export interface WhoAnswer {
  question: WhoQuestion;
  day: string;
  today: string;
  /** The show that the text means; null when there is none, or several. */
  show: Named | null;
  /** Shows, or roles of the show, whose names the text may mean. */
  choices: Named[];
  /** The run of that day. */
  run: Run | null;
  /** Without a run on that day, the one nearest to it. */
  nearest: Run | null;
  /** The role's name as the production has it. */
  role: string | null;
  /** The job behind the stage that was asked for instead of a role, and those who have it. */
  job: Job | null;
  crew: Named[];
  /** Those of the role, or the whole cast: the most likely first. */
  players: Player[];
  /** Who was known last in the role, or in all roles, that no one certainly plays on the day (§28). */
  lastKnown: Player[];
  /** Those who go on for the role when needed. */
  covers: Player[];
  /** Those of the role, or of the whole cast, who have no dates. */
  undated: Player[];
  /** Null for a day that may be on sale. */
  beyondSale: BeyondSale | null;
}

/** A show that the poster can ask about. */
export interface PosterShow extends Named {
  /** The latest day up to today on which anyone was certainly in it; null: there is none. */
  day: string | null;
  /** How many were, on that day. */
  people: number;
}

/** A record that a search found by its name. */
export interface FoundName extends Named {
  /** What tells it from others of its name, or its other names; null: nothing is known. */
  note: string | null;
  /** Where it leads: a role to its show. */
  page: [place: "shows" | "theatres" | "people", id: string];
}

/** What a search found. */
export type Matches = Record<"shows" | "theatres" | "people" | "roles", FoundName[]>;
