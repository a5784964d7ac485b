import { useQueries, useQueryClient } from "@tanstack/react-query";
import { apiQuery } from "@/lib/client/hooks.browser";
import { resourceViews, paths, type ResourcePath } from "@/lib/resources/resource-views.browser";
import {
  aliasesOf,
  noMatches,
  useAliasQuestion,
  type AliasMatches,
  type AliasMatchesByPath,
  type FoundEntry,
} from "./use-alias-matches";

/** The resources whose own aliases the palette looks in. */
const aliased = paths.filter((path) => resourceViews[path].detailsForm?.fields?.["aliases"]);

/** The records of all resources with aliases that a text finds, by path. */
export function useAliasesEverywhere(typed: string): { matches: AliasMatchesByPath; isAsking: boolean } {
  const client = useQueryClient();
  const { wanted, isLong, isEnabled, addressOf } = useAliasQuestion(typed);
  const answers = useQueries({
    queries: aliased.map((path) => apiQuery<FoundEntry[]>(client, addressOf(path), { isEnabled })),
  });
  const matches = Object.fromEntries(
    aliased.map((path, index): [ResourcePath, AliasMatches] => {
      const answer = answers[index]?.data;
      return [path, isEnabled && answer ? aliasesOf(answer.body, wanted) : noMatches];
    }),
  );
  return { matches, isAsking: isLong && (!isEnabled || answers.some(({ isLoading }) => isLoading)) };
}
