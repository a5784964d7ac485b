/** `cast members` as `castMembers`. */
export function camelCase(words: string): string {
  return words.toLowerCase().replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `cast members` as `cast_members`. */
export function snakeCase(words: string): string {
  return words.toLowerCase().replaceAll(" ", "_");
}
