import "server-only";
import { AppError } from "../../core/errors.ts";
import { nameKey } from "../search/matching.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { ApiReader } from "./api-reader.ts";
import type { Named } from "../pages/schema.browser.ts";

const maxCandidates = 10;

/**
 * The record that a name or an id means.
 *
 * @throws AppError that says what to send instead when no record, or more than one, matches.
 */
export async function findRecord(api: ApiReader, path: ResourcePath, text: string): Promise<Named> {
  const byId = await api.record(path, text);
  if (byId) return byId;
  const best = bestMatches(text, await api.peek<Named[]>(`/search/${path}`, { q: text, limit: maxCandidates }));
  const [first] = best;
  if (first && best.length === 1) return first;
  if (first) throw ambiguous(path, text, best);
  throw unmatched(path, text);
}

/** The same for a parameter that may be absent. */
export async function findOptional(
  api: ApiReader,
  path: ResourcePath,
  text: string | undefined,
): Promise<Named | undefined> {
  return text === undefined ? undefined : findRecord(api, path, text);
}

/** The matches with the whole name; all of them when none has it. */
export function bestMatches<Match extends Named>(text: string, matches: readonly Match[]): readonly Match[] {
  const whole = matches.filter(({ name }) => nameKey(name) === nameKey(text));
  return whole.length > 0 ? whole : matches;
}

export function unmatched(path: ResourcePath, text: string): AppError {
  const message = `No ${resourceAt(path).singular.toLowerCase()} matches “${text}”. Try \`search\`.`;
  return new AppError("not_found", { message });
}

export function ambiguous(path: ResourcePath, text: string, candidates: readonly Named[]): AppError {
  const shown = candidates.slice(0, maxCandidates).map(({ id, name }) => `${id} (${name})`);
  const more = candidates.length > maxCandidates ? `, and ${candidates.length - maxCandidates} more` : "";
  return new AppError("conflict", {
    error: "Ambiguous",
    message: `More than one ${resourceAt(path).singular.toLowerCase()} matches “${text}”. Send one of these ids: ${shown.join(", ")}${more}.`,
  });
}
