import "server-only";
import { foldName } from "../core/fold.browser.ts";

/**
 * A name as words of `a-z` and `0-9` joined by hyphens: `Les Misérables` → `les-miserables`.
 *
 * @returns empty when no letter of the name is Latin: digits alone would not identify it.
 */
export function slugOf(name: string): string {
  const folded = foldName(name);
  const slug = folded.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return /\p{L}/u.test(folded) && !/[a-z]/.test(slug) ? "" : slug;
}

/**
 * Shortens slugs until they have `max` characters together: the longest loses its last word, or a lone word its end.
 *
 * @param max at least twice the number of slugs.
 */
export function shortenSlugs(slugs: readonly string[], max: number): string[] {
  const short = [...slugs];
  for (;;) {
    const excess = short.join("").length - max;
    if (excess <= 0) return short;
    const longest = Math.max(...short.map(({ length }) => length));
    const index = short.findIndex(({ length }) => length === longest);
    const slug = short[index] ?? "";
    const end = slug.lastIndexOf("-");
    short[index] = end > 0 ? slug.slice(0, end) : slug.slice(0, Math.max(1, longest - excess));
  }
}
