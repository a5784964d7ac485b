import "server-only";
import { AppError } from "../../core/errors.ts";
import { nameKey } from "../search/matching.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { ApiReader, NamedRecord } from "./api-reader.ts";

const maxCandidates = 10;

/**
 * The record that a name or an id means.
 *
 * @throws AppError that says what to send instead when no record, or more than one, matches.
 */
export async function findRecord(api: ApiReader, path: ResourcePath, text: string): Promise<NamedRecord> {
  const byId = await api.record(path, text);
  if (byId) return byId;
  const matches = await api.peek<NamedRecord[]>(`/search/${path}`, { q: text, limit: maxCandidates });
  return onlyOne(path, text, matches);
}

/** The same for a parameter that may be absent. */
export async function findOptional(
  api: ApiReader,
  path: ResourcePath,
  text: string | undefined,
): Promise<NamedRecord | undefined> {
  return text === undefined ? undefined : findRecord(api, path, text);
}

/** The matches with the whole name; all of them when none has it. */
export function bestMatches<Match extends NamedRecord>(text: string, matches: readonly Match[]): readonly Match[] {
  const whole = matches.filter(({ name }) => nameKey(name) === nameKey(text));
  return whole.length > 0 ? whole : matches;
}

function onlyOne(path: ResourcePath, text: string, matches: readonly NamedRecord[]): NamedRecord {
  const best = bestMatches(text, matches);
  const [first] = best;
  const { singular } = resourceAt(path);
  if (!first)
    throw new AppError("not_found", { message: `No ${singular.toLowerCase()} matches “${text}”. Try \`search\`.` });
  if (best.length > 1)
    throw ambiguous(
      path,
      text,
      best.map(({ id, name }) => `${id} (${name})`),
    );
  return first;
}

/** @param candidates each with its id. */
export function ambiguous(path: ResourcePath, text: string, candidates: readonly string[]): AppError {
  const shown = candidates.slice(0, maxCandidates).join(", ");
  const more = candidates.length > maxCandidates ? `, and ${candidates.length - maxCandidates} more` : "";
  return new AppError("conflict", {
    error: "Ambiguous",
    message: `More than one ${resourceAt(path).singular.toLowerCase()} matches “${text}”. Send one of these ids: ${shown}${more}.`,
  });
}
