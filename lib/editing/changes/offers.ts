import "server-only";
import { maxEntries } from "../../core/fields.browser.ts";
import { formatDay } from "../../core/date-words.browser.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import { updateRow, type RecordStep } from "../../records/record-operations.ts";
import type { Dependant, Resource } from "../../records/resource.ts";
import type { Alias } from "../../records/schema.browser.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import { beginsAfter, endsAfter } from "../../resources/cast-members/engagement-rules.browser.ts";
import type { Engagement } from "../../resources/cast-members/schema.browser.ts";
import { type FindRecord, labelOfRecord, namesBy } from "../../resources/record-words.ts";

/* Consequences of a change that it may accept (contract §29). What is accepted is a part of the change. */

export interface Offer {
  readonly id: string;
  /** What it does, as a sentence for people. */
  readonly text: string;
  /** Whether most changes want it. */
  readonly default: boolean;
  /** Columns of the changed row. */
  readonly columns?: Record<string, unknown>;
  /** Changes other records, after the change itself. @param by the index of the change. */
  carryOut?(by: number): Promise<RecordStep[]>;
}

/** An update that is valid. */
interface Update {
  readonly resource: Resource;
  readonly before: FlatRecord;
  readonly after: FlatRecord;
}

export async function offersOf(work: UnitOfWork, update: Update, find: FindRecord): Promise<Offer[]> {
  return [...keepFormerName(work, update), ...(await closeEngagements(work, update, find))];
}

/** The referring fields that the offers of an update read, to load them for many changes at once. */
export function readForOffers({ path, dependants }: Resource, sent: Readonly<Record<string, unknown>>): Dependant[] {
  return path === "productions" && "closing_date" in sent ? dependants.filter(isCast) : [];
}

const isCast = ({ owner, field }: Dependant) => owner.path === "cast-members" && field === "production_id";

/** So that a search for the old name still finds the record. */
function keepFormerName({ today }: UnitOfWork, { resource, before, after }: Update): Offer[] {
  const [former, name] = [before["name"], after["name"]];
  if (!resource.details || !("aliases" in resource.details.document.shape)) return [];
  if (typeof former !== "string" || typeof name !== "string" || nameKey(former) === nameKey(name)) return [];
  const aliases = after["aliases"] as readonly Alias[];
  if (aliases.length >= maxEntries || aliases.some((alias) => nameKey(alias.name) === nameKey(former))) return [];
  const kept: Alias = { name: former, kind: "former", from: null, to: today };
  return [
    {
      id: "keep-former-name",
      text: `Keep “${former}” as another name, until ${formatDay(today)}`,
      default: true,
      columns: { aliases: [...aliases, kept] },
    },
  ];
}

/** What a new closing date leaves outside the run. */
async function closeEngagements(
  work: UnitOfWork,
  { resource, before, after }: Update,
  find: FindRecord,
): Promise<Offer[]> {
  const cast = resource.path === "productions" ? resource.dependants.find(isCast) : undefined;
  const closing = after["closing_date"];
  if (!cast || typeof closing !== "string" || closing === before["closing_date"]) return [];
  const members = await work.referring(cast.owner.path, cast.field, after.id);
  const ending = members.filter((member) => engagementsOf(member).some((one) => endsAfter(one, closing)));
  const joining = members.filter((member) => engagementsOf(member).some((one) => beginsAfter(one, closing)));
  const names = (of: readonly FlatRecord[]) => namesInWords(of, find);
  const day = formatDay(closing);
  /** An earlier offer of the same change may have changed the row. */
  const revise = async (of: readonly FlatRecord[], by: number, to: (stints: readonly Engagement[]) => Engagement[]) => {
    const steps: RecordStep[] = [];
    for (const { id } of of) {
      const row = await work.find(cast.owner.path, id);
      if (!row) continue;
      const engagements = to(engagementsOf(row));
      if (engagements.length > 0) steps.push(await updateRow(work, cast.owner, row, { engagements }, by));
      else {
        work.put(cast.owner, id, null, by);
        steps.push({ action: "delete", resource: cast.owner, before: row, after: null });
      }
    }
    return steps;
  };
  const end: Offer = {
    id: "end-engagements",
    text: `End the ${ending.length === 1 ? "engagement" : "engagements"} of ${names(ending)} with the run, on ${day}`,
    default: true,
    carryOut: (by) =>
      revise(ending, by, (stints) => stints.map((one) => (endsAfter(one, closing) ? { ...one, to: closing } : one))),
  };
  const remove: Offer = {
    id: "remove-later-engagements",
    text: `Remove ${names(joining)} from the cast, listed as joining after ${day}`,
    default: false,
    carryOut: (by) => revise(joining, by, (stints) => stints.filter((one) => !beginsAfter(one, closing))),
  };
  return [...(ending.length > 0 ? [end] : []), ...(joining.length > 0 ? [remove] : [])];
}

function engagementsOf(row: FlatRecord): readonly Engagement[] {
  // An older version may have stored them without days on which the person was seen.
  return (row["engagements"] as readonly Engagement[]).map((one) => ({ ...one, seen: one.seen ?? [] }));
}

const namedMembers = 5;

/** `Ada Quill, Ben Oke and 3 more` */
function namesInWords(members: readonly FlatRecord[], find: FindRecord): string {
  const ids = [...new Set(members.map((member) => String(member["person_id"])))];
  const nameOf = namesBy(find);
  const names = ids.slice(0, namedMembers).map((id) => nameOf("people", id));
  const more = ids.length - names.length;
  return new Intl.ListFormat("en-GB").format(more > 0 ? [...names, `${more} more`] : names);
}

/** A row that refers to the record of a deletion, and the field by which it does. */
export interface ReferringRow {
  readonly by: Dependant;
  readonly row: FlatRecord;
}

/** What refers to a record, in its fields and in its details (contract §29). */
export async function referencesTo(work: UnitOfWork, { dependants }: Resource, id: string): Promise<ReferringRow[]> {
  const found: ReferringRow[] = [];
  for (const by of dependants)
    for (const row of await work.referring(by.owner.path, by.field, id)) found.push({ by, row });
  return found;
}

/** As the plan of a merge names it. */
export function referenceInWords({ by: { owner, field }, row }: ReferringRow, find: FindRecord) {
  return { resource: owner.path, id: row.id, label: labelOfRecord(owner.path, row, find), field };
}

const withCascade = { cascade: "deleted", clear: "cleared", restrict: null } as const;

/** As the answer of a dry run shows it, with what a deletion does. */
export function deletedReference(reference: ReferringRow, find: FindRecord) {
  const { countedAs, onDelete } = reference.by;
  return { ...referenceInWords(reference, find), counted_as: countedAs, with_cascade: withCascade[onDelete] };
}
