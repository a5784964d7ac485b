import { randomUUID } from "node:crypto";
import { responseJson, type ConformanceResponse, type Client } from "./client.ts";
import { isObject, NotCheckable } from "./expect.ts";
import { contractNouns } from "./records.ts";

/** The records that the staff checks create. All of them are removed at the end, even after a failure. */
export interface CreatedRecords {
  /** Unique for each run. */
  readonly label: string;
  /** @param collection the path where the record is found and removed; default: `path`. */
  create(path: string, body: object, collection?: string): Promise<ConformanceResponse>;
  /** The id of the noun's first record in the checks. @throws NotCheckable when it could not be created. */
  id(path: string): string;
  /** Sends a JSON body with the staff session. */
  write(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ConformanceResponse>;
  /** Removes the remaining records, latest first. @returns the paths that could not be removed. */
  removeAll(): Promise<string[]>;
}

export function createdBy(client: Client): CreatedRecords {
  const places: string[] = [];
  const firsts = new Map<string, string>();
  const write: CreatedRecords["write"] = (method, path, body, headers = {}) =>
    client.send(`/api/${path}`, {
      method,
      by: "account",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
  const label = `Conformance check ${randomUUID()}`;
  return {
    label,
    write,
    create: async (path, body, collection = path) => {
      const answer = await write("POST", path, body);
      const id = createdId(answer);
      if (id !== null) {
        places.push(`${collection}/${encodeURIComponent(id)}`);
        if (!firsts.has(collection)) firsts.set(collection, id);
      }
      return answer;
    },
    id: (path) => {
      const id = firsts.get(path);
      if (id === undefined) throw new NotCheckable(`nothing could be created at /api/${path}`);
      return id;
    },
    removeAll: async () => {
      let left = [...places.splice(0).reverse(), ...(await labelled(client, label))];
      // A referring record must be deleted first, and a check may have changed its reference.
      for (let before = Infinity; left.length > 0 && left.length < before;) {
        before = left.length;
        left = await refusingToGo(left);
      }
      return left.map((place) => `/api/${place}`);
    },
  };

  async function refusingToGo(wanted: readonly string[]): Promise<string[]> {
    const left: string[] = [];
    for (const place of wanted) {
      const answer = await write("DELETE", place).catch(() => null);
      if (answer?.status !== 200 && answer?.status !== 404) left.push(place);
    }
    return left;
  }
}

/**
 * Finds records by the label in their own name or in that of a referenced record, including those whose response was
 * lost.
 */
async function labelled(client: Client, label: string): Promise<string[]> {
  const places: string[] = [];
  for (const { path } of [...contractNouns].reverse()) {
    const entries = await client.send(`/api/${path}`, { by: "account" }).then(responseJson, () => []);
    for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
      if (isObject(entry) && JSON.stringify(entry).includes(label)) places.push(`${path}/${String(entry["id"])}`);
    }
  }
  return places;
}

/** Reads the id for any status, so that every created record is removed. */
function createdId(answer: ConformanceResponse): string | null {
  try {
    const record = responseJson(answer);
    return answer.status < 300 && isObject(record) && typeof record["id"] === "string" ? record["id"] : null;
  } catch {
    return null;
  }
}
