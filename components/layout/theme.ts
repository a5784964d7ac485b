/** The theme: the system's, or the reader's choice. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** A cookie, so that the server knows the theme when it renders, and the page does not flash in the wrong one. */
export const themeCookie = "theme";

export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? "system";
}
