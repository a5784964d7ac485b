import "server-only";
import type { z } from "zod";
import type { castMemberDetails, CastMember } from "../../resources/cast-members/schema.browser.ts";
import type { Person, personDetails } from "../../resources/people/schema.browser.ts";
import type { Production, productionDetails } from "../../resources/productions/schema.browser.ts";
import type { Role, roleDetails } from "../../resources/roles/schema.browser.ts";
import type { Show, showDetails } from "../../resources/shows/schema.browser.ts";
import type { Theatre, theatreDetails } from "../../resources/theatres/schema.browser.ts";

/** What the rules read of a source. */
export interface ReadSource {
  field: string | null;
  read_on: string | null;
}

/** A record with its details and its sources. */
type Known<Record, Details extends z.ZodType> = Record & z.infer<Details> & { sources: readonly ReadSource[] };

export type KnownShow = Known<Show, typeof showDetails>;
export type KnownTheatre = Known<Theatre, typeof theatreDetails>;
export type KnownPerson = Known<Person, typeof personDetails>;
export type KnownRole = Known<Role, typeof roleDetails>;
export type KnownProduction = Known<Production, typeof productionDetails>;
export type KnownCastMember = Known<CastMember, typeof castMemberDetails>;

/** The records that the rules check, by the paths of their resources. */
export interface KnownRecords {
  readonly shows: KnownShow;
  readonly theatres: KnownTheatre;
  readonly people: KnownPerson;
  readonly roles: KnownRole;
  readonly productions: KnownProduction;
  readonly "cast-members": KnownCastMember;
}

export type KnownPath = keyof KnownRecords;
