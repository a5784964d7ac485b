import "server-only";

/** `Cast member not found` → `CastMemberNotFound`. */
export function pascalCase(words: string): string {
  return words.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
