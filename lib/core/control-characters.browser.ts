/*
 * The characters of stored texts (contract §5) and of files (contract §17) that no reader sees. Safe for the browser.
 */

// C0, DEL, C1, and Unicode's two separators, at which some readers end a line.
const control = /[\p{Cc}\u2028\u2029]/u;
const controlButLineFeed = /(?!\n)[\p{Cc}\u2028\u2029]/gu;

/** Whether a text has no control character. */
export function isOneLine(text: string): boolean {
  return !control.test(text);
}

/** Whether a text has no control characters but tabs and line feeds. */
export function isPlainText(text: string): boolean {
  return !control.test(text.replace(/[\t\n]/g, ""));
}

/** The text with each line end as a line feed. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** The text with each line end as a line feed, and each other control character as a space. */
export function withoutControls(text: string): string {
  return withLineFeeds(text).replace(controlButLineFeed, " ");
}

/** Not white space, a format character, a lone mark, a filler, or a letter or symbol that is drawn as a blank. */
const visible =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

/** Whether a reader sees anything of a text. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** Whether a text turns the direction of what is beside it, so that it reads as something else. */
export function hasDirectionControls(text: string): boolean {
  return /\p{Bidi_Control}/u.test(text);
}

/** The text without soft hyphens, zero-width spaces and byte order marks. Joiners belong to some spellings. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b\ufeff]/g, "");
}
