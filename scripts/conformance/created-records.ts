import { randomUUID } from "node:crypto";
import { responseJson, send, type ConformanceResponse } from "./client.ts";
import { isObject, NotCheckable } from "./expect.ts";
import { contractResources } from "./records.ts";

const places: string[] = [];
const firsts = new Map<string, string>();

/** The records that the staff checks create. All of them are removed at the end, even after a failure. */
export const made = {
  /** Unique for each run. */
  label: `Conformance check ${randomUUID()}`,

  /** Sends a JSON body with the staff session. */
  write: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`/api/${path}`, {
      method,
      by: "account",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    }),

  /** @param collection the path where the record is found and removed; default: `path`. */
  create: async (path: string, body: object, collection = path): Promise<ConformanceResponse> => {
    const response = await made.write("POST", path, body);
    const id = createdId(response);
    if (id !== null) {
      places.push(`${collection}/${encodeURIComponent(id)}`);
      if (!firsts.has(collection)) firsts.set(collection, id);
    }
    return response;
  },

  /** The id of the resource's first record in the checks. @throws NotCheckable when it could not be created. */
  id: (path: string): string => {
    const id = firsts.get(path);
    if (id === undefined) throw new NotCheckable(`nothing could be created at /api/${path}`);
    return id;
  },

  /** Removes the remaining records, latest first. @returns the paths that could not be removed. */
  removeAll: async (): Promise<string[]> => {
    let left = [...places.splice(0).reverse(), ...(await labelled())];
    // A referring record must be deleted first, and a check may have changed its reference.
    for (let before = Infinity; left.length > 0 && left.length < before;) {
      before = left.length;
      left = await withoutDeletable(left);
    }
    return left.map((place) => `/api/${place}`);
  },
};

/** Deletes the records. @returns the places of those that the service keeps. */
async function withoutDeletable(places: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const place of places) {
    const response = await made.write("DELETE", place).catch(() => null);
    if (response?.status !== 200 && response?.status !== 404) left.push(place);
  }
  return left;
}

/**
 * Finds records by the label in their own name or in that of a referenced record, including those whose response was
 * lost.
 */
async function labelled(): Promise<string[]> {
  const found: string[] = [];
  for (const { path } of [...contractResources].reverse()) {
    const entries = await send(`/api/${path}`, { by: "account" }).then(responseJson, () => []);
    for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
      if (isObject(entry) && JSON.stringify(entry).includes(made.label)) found.push(`${path}/${String(entry["id"])}`);
    }
  }
  return found;
}

/** Reads the id for any status, so that every created record is removed. */
function createdId(response: ConformanceResponse): string | null {
  try {
    const record = responseJson(response);
    return response.status < 300 && isObject(record) && typeof record["id"] === "string" ? record["id"] : null;
  } catch {
    return null;
  }
}
