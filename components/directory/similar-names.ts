import { foldText } from "@/components/fold";

const maxFound = 3;
/** In a shorter name one letter makes another name: Ann, Ant. */
const shortestMistyped = 5;

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
    const bare = bareName(record.name);
    return { record, bare, sorted: sortedWords(bare) };
  });
  return (typed) => {
    const wanted = bareName(typed);
    if (wanted === "") return [];
    const sorted = sortedWords(wanted);
    const found: [Named[], Named[], Named[]] = [[], [], []];
    for (const one of named) {
      if (one.bare === wanted) found[0].push(one.record);
      else if (one.sorted === sorted) found[1].push(one.record);
      else if (Math.min(one.bare.length, wanted.length) >= shortestMistyped && isOneMistake(one.bare, wanted))
        found[2].push(one.record);
    }
    return found.flat().slice(0, maxFound);
  };
}

/** A name as its bare words: a name of no letters or digits has none. */
function bareName(name: string): string {
  return foldText(name)
    .replaceAll("'", "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function sortedWords(bare: string): string {
  return bare.split(" ").sort().join(" ");
}

/** Whether two different texts are one letter apart: replaced, missing, extra, or exchanged with its neighbour. */
function isOneMistake(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [[...one], [...other]] : [[...other], [...one]];
  if (long.length - short.length > 1) return false;
  const start = short.findIndex((letter, index) => letter !== long[index]);
  const place = start === -1 ? short.length : start;
  const isRestEqual = (from: number, to: number) => short.slice(from).join("") === long.slice(to).join("");
  if (long.length > short.length) return isRestEqual(place, place + 1);
  const isExchanged = short[place] === long[place + 1] && short[place + 1] === long[place];
  return isRestEqual(place + 1, place + 1) || (isExchanged && isRestEqual(place + 2, place + 2));
}
