import "server-only";

/** A name without the parts in which two spellings of it may differ. */
export function foldName(name: string): string {
  const bare = name
    .normalize("NFKD")
    .replace(/[\p{M}'’‘]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // A name of punctuation only has no bare form and matches only itself.
  return bare === "" ? name : bare;
}
