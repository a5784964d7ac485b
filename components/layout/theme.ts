/** How the pages look: as the reader's system does, or as they chose. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/**
 * The choice is kept in a cookie, not in the browser's storage: the server knows it before
 * the first byte, so that no page flashes in the other theme and no script has to run first.
 */
export const themeCookie = "theme";

export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? "system";
}
