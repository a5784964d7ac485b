import "./deployment.ts";
import { get, responseJson, type ConformanceResponse } from "./client.ts";
import { isObject, NotCheckable } from "./expect.ts";
import { contractResources, type PublicRecord } from "./records.ts";

const responsesByPath = new Map<string, ConformanceResponse>();
const recordsByPath = new Map<string, PublicRecord[]>();
for (const { path } of contractResources) {
  // A list that can't be read fails its own checks.
  const response = await get(`/api/${path}`).catch(() => null);
  if (!response) continue;
  responsesByPath.set(path, response);
  const records = recordsIn(response);
  if (records) recordsByPath.set(path, records);
}

/** The six lists at the beginning of the run, which most checks use. */
export const lists = {
  response: (path: string): ConformanceResponse =>
    responsesByPath.get(path) ?? refuseToCheck(`/api/${path} was not read`),
  /** @throws NotCheckable when the list could not be read, or has fewer records. */
  records: (path: string, least = 0): PublicRecord[] => {
    const records = recordsByPath.get(path) ?? refuseToCheck(`/api/${path} is not a list of records`);
    return records.length >= least ? records : refuseToCheck(`/api/${path} has fewer than ${least} records`);
  },
};

function recordsIn(response: ConformanceResponse): PublicRecord[] | null {
  try {
    const list = responseJson(response);
    const isList = response.status === 200 && Array.isArray(list);
    return isList && list.every((entry) => isObject(entry) && typeof entry["id"] === "string") ? list : null;
  } catch {
    return null;
  }
}

function refuseToCheck(reason: string): never {
  throw new NotCheckable(reason);
}
