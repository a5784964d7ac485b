/*
 * The control characters of stored texts (contract §5) and of files (contract §17): C0, DEL, C1, and Unicode's two
 * separators, at which some readers end a line. Safe for the browser.
 */

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
