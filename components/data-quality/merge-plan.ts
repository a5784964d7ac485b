import type { CastMember } from "@/lib/resources/cast-members/schema";
import type { RequestedChange } from "@/lib/changes/schema";
import type { Person } from "@/lib/resources/people/schema";

/** A person with the entity tag of the version that was read. */
export interface LoadedPerson {
  record: Person;
  etag: string | null;
}

export type Credit = Pick<CastMember, "id" | "person_id" | "production_id" | "role_id" | "role_type" | "billing_order">;

/** The values of a merged person. */
export type ChosenValues = Omit<Person, "id">;

export const mergedFields = ["name", "bio", "image"] as const;
export type MergedField = (typeof mergedFields)[number];

export interface MergePlan {
  /** The changes for `POST /api/changes`, in order. */
  changes: RequestedChange[];
  /** Credits that move to the survivor. */
  moved: Credit[];
  /** Credits that duplicate another one; only one of each is kept. */
  repeated: Credit[];
}

/** The distinct values of a field, the suggested one first; null and "" are left out. */
export function valuesOf(people: readonly Person[], field: MergedField): string[] {
  const values = new Set(people.flatMap((person) => person[field] || []));
  return [...values].sort(preference[field]);
}

/** The suggested values: no known value becomes null. */
export function suggestedValues(people: readonly Person[]): ChosenValues {
  const [name = "", bio = null, image = null] = mergedFields.map((field) => valuesOf(people, field)[0]);
  return { name, bio, image };
}

/** The person with the most credits; the first of several. */
export function suggestedSurvivor(people: readonly Person[], credits: readonly Credit[]): string {
  const countOf = ({ id }: Person) => credits.filter(({ person_id }) => person_id === id).length;
  return people.toSorted((a, b) => countOf(b) - countOf(a))[0]?.id ?? "";
}

/**
 * The changes that merge several people into one.
 *
 * @param people the people to merge, the survivor among them.
 * @param credits the cast members of all of them.
 */
export function mergePlan(
  people: readonly LoadedPerson[],
  survivorId: string,
  chosen: ChosenValues,
  credits: readonly Credit[],
): MergePlan {
  const survivor = people.find(({ record }) => record.id === survivorId);
  const others = people.filter(({ record }) => record.id !== survivorId);
  const ids = new Set(people.map(({ record }) => record.id));
  // Of equal credits the survivor's own is kept.
  const own = credits.filter(({ person_id }) => ids.has(person_id));
  const ordered = own.toSorted((a, b) => Number(b.person_id === survivorId) - Number(a.person_id === survivorId));
  const kept: { first: Credit; rest: Credit[] }[] = [];
  for (const credit of ordered) {
    const equal = kept.find(({ first }) => isEqual(first, credit));
    if (equal) equal.rest.push(credit);
    else kept.push({ first: credit, rest: [] });
  }
  const repeated = kept.flatMap(({ rest }) => rest);
  const values = survivor ? changedValues(survivor.record, chosen) : {};
  return {
    changes: [
      // Deletions come first, so that no moved credit meets its equal.
      ...repeated.map(({ id }): RequestedChange => ({ action: "delete", resource: "cast-members", id })),
      ...kept.flatMap(({ first, rest }): RequestedChange[] => {
        const data = creditChange(first, rest, survivorId);
        if (Object.keys(data).length === 0) return [];
        return [{ action: "update", resource: "cast-members", id: first.id, data }];
      }),
      ...(survivor && Object.keys(values).length > 0
        ? [{ action: "update" as const, resource: "people", id: survivorId, ...holding(survivor), data: values }]
        : []),
      ...others.map((other): RequestedChange => ({
        action: "delete",
        resource: "people",
        id: other.record.id,
        ...holding(other),
      })),
    ],
    moved: kept.flatMap(({ first }) => (first.person_id === survivorId ? [] : [first])),
    repeated,
  };
}

/** Credits that one person can't have twice (contract §5). */
function isEqual(a: Credit, b: Credit): boolean {
  return a.production_id === b.production_id && a.role_id === b.role_id && a.role_type === b.role_type;
}

/** Keeps a billing number that only an equal credit has. */
function creditChange(kept: Credit, equals: readonly Credit[], survivorId: string): Record<string, unknown> {
  const billing =
    kept.billing_order ?? equals.find(({ billing_order }) => billing_order !== null)?.billing_order ?? null;
  return {
    ...(kept.person_id === survivorId ? {} : { person_id: survivorId }),
    ...(billing === kept.billing_order ? {} : { billing_order: billing }),
  };
}

function changedValues(record: Person, chosen: ChosenValues): Partial<ChosenValues> {
  return Object.fromEntries(
    mergedFields.filter((field) => record[field] !== chosen[field]).map((field) => [field, chosen[field]]),
  );
}

function holding({ etag }: LoadedPerson): { if_match?: string } {
  return etag === null ? {} : { if_match: etag };
}

const preference: { readonly [F in MergedField]: (a: string, b: string) => number } = {
  name: (a, b) => accents(b) - accents(a) || Number(hasBothCases(b)) - Number(hasBothCases(a)),
  bio: (a, b) => b.length - a.length,
  image: (a, b) => Number(b.startsWith("https:")) - Number(a.startsWith("https:")),
};

function accents(name: string): number {
  return name.normalize("NFD").match(/\p{M}/gu)?.length ?? 0;
}

function hasBothCases(name: string): boolean {
  return /\p{Ll}/u.test(name) && /\p{Lu}/u.test(name);
}
