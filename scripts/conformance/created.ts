import { randomUUID } from "node:crypto";
import { bodyOf, NotCheckable } from "./check.ts";
import { type Answer, asStaff, textOf } from "./client.ts";
import { type PublicRecord } from "./lists.ts";

/** In the name of everything that this run creates. */
export const label = `Conformance check ${randomUUID()}`;

const places: string[] = [];
const firstIds = new Map<string, string>();

/** Creates a record, which is removed at the end, even after a failure. @param collection where it is found then. */
export async function create(path: string, body: object, collection = path): Promise<Answer> {
  const answer = await asStaff("POST", path, body);
  const id = answer.status < 300 && /"id":"([^"]+)"/.exec(textOf(answer))?.[1];
  if (!id) return answer;
  places.push(`${collection}/${encodeURIComponent(id)}`);
  if (!firstIds.has(collection)) firstIds.set(collection, id);
  return answer;
}

/** The id of the first record created there. @throws NotCheckable when none could be created. */
export function idOf(path: string): string {
  const id = firstIds.get(path);
  if (id !== undefined) return id;
  throw new NotCheckable(`nothing could be created at /api/${path}`);
}

export async function createdRecord(path: string, body: object): Promise<PublicRecord> {
  return bodyOf(await create(path, body), 201) as PublicRecord;
}

/** Removes what the run created, the latest first. @returns the paths that could not be removed. */
export async function removeAll(): Promise<string[]> {
  let left = places.splice(0).reverse();
  // What refers to others must go first, and a check may have changed its reference.
  for (let before = Infinity; left.length > 0 && left.length < before;) {
    before = left.length;
    const kept: string[] = [];
    for (const place of left) {
      const status = await asStaff("DELETE", place).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200 && status !== 404) kept.push(place);
    }
    left = kept;
  }
  return left.map((place) => `/api/${place}`);
}
