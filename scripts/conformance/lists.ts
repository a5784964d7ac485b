import { responseJson, type ConformanceResponse, type Client } from "./client.ts";
import { isObject, NotCheckable } from "./expect.ts";
import { contractNouns, type ContractNoun, type PublicRecord } from "./records.ts";

/** The six lists at the beginning of the run, which most checks use. */
export interface Lists {
  answer(path: string): ConformanceResponse;
  /** @throws NotCheckable when the list could not be read, or has fewer records. */
  records(path: string, least?: number): PublicRecord[];
}

/** The number of counted requests to read them. */
export const listCost = contractNouns.length;

export async function readLists(client: Client): Promise<Lists> {
  const answers = new Map<string, ConformanceResponse>();
  const records = new Map<string, PublicRecord[]>();
  for (const { path } of contractNouns) {
    // A list that can't be read fails its own checks.
    const answer = await client.get(`/api/${path}`).catch(() => null);
    if (!answer) continue;
    answers.set(path, answer);
    const list = recordsIn(answer);
    if (list) records.set(path, list);
  }
  return {
    answer: (path) => answers.get(path) ?? unaskable(`/api/${path} was not read`),
    records: (path, least = 0) => {
      const found = records.get(path) ?? unaskable(`/api/${path} is not a list of records`);
      return found.length >= least ? found : unaskable(`/api/${path} has fewer than ${least} records`);
    },
  };
}

function recordsIn(answer: ConformanceResponse): PublicRecord[] | null {
  try {
    const list = responseJson(answer);
    const isList = answer.status === 200 && Array.isArray(list);
    return isList && list.every((entry) => isObject(entry) && typeof entry["id"] === "string") ? list : null;
  } catch {
    return null;
  }
}

/** One check for each of the six. */
export function forEachNoun<Made>(make: (noun: ContractNoun) => Made): Made[] {
  return contractNouns.map(make);
}

function unaskable(why: string): never {
  throw new NotCheckable(why);
}
