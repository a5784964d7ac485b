import { foldName } from "@/lib/core/fold.browser";
import { isOneLetterOff, mayBeMisspelt } from "@/lib/listings/search/matching.browser";

const maxFound = 3;

/**
 * Finds the records whose names a typed name may be meant for: the same name without regard to case, accents,
 * apostrophes, punctuation and the order of its words (`Blanchett, Cate`), or with one letter wrong.
 *
 * @returns a function of the typed name, whose result has the surest first, at most three.
 */
export function similarNames<Named extends { readonly name: string }>(
  records: Iterable<Named>,
): (typed: string) => Named[] {
  const named = Array.from(records, (record) => {
    const bare = foldName(record.name);
    return { record, bare, sorted: sortedWords(bare) };
  });
  return (typed) => {
    const wanted = foldName(typed);
    if (wanted === "") return [];
    const sorted = sortedWords(wanted);
    const found: [Named[], Named[], Named[]] = [[], [], []];
    for (const one of named) {
      if (one.bare === wanted) found[0].push(one.record);
      else if (one.sorted === sorted) found[1].push(one.record);
      // In a shorter name one letter makes another name: Ann, Ant.
      else if (mayBeMisspelt(one.bare) && mayBeMisspelt(wanted) && isOneLetterOff(wanted, one.bare))
        found[2].push(one.record);
    }
    return found.flat().slice(0, maxFound);
  };
}

function sortedWords(bare: string): string {
  return bare.split(" ").sort().join(" ");
}
