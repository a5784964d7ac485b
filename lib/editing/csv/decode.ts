import "server-only";
import type { ImportSettings } from "../imports/schema.browser.ts";

/** A byte order mark decides between the two of UTF-16. */
type Encoding = NonNullable<ImportSettings["encoding"]>;

/**
 * The encoding of a text file: the one of its byte order mark, else UTF-8, else Windows-1252, in which every byte is a
 * character and which Excel uses for "CSV (Comma delimited)" (WHATWG Encoding Standard).
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (utf16Label(bytes) !== null) return "utf-16";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The text of a file, without its byte order mark. Bytes that the encoding does not have become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  const label = encoding === "utf-16" ? (utf16Label(bytes) ?? "utf-16le") : encoding;
  const text = new TextDecoder(label).decode(bytes);
  // Some versions of Node decode Windows-1252 as Latin-1.
  return label === "windows-1252"
    ? text.replaceAll(/[\u0080-\u009F]/g, (control) => dashesAndQuotes[control.charCodeAt(0) - 0x80] ?? control)
    : text;
}

/** What Windows-1252 has from 0x80 on, where Latin-1 has control characters; five bytes are none (WHATWG). */
const dashesAndQuotes = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** Whether the bytes are a workbook rather than text: a ZIP (.xlsx, .ods, .numbers), or an OLE file (.xls). */
export function isWorkbook([first, second, third, fourth]: Uint8Array): boolean {
  const isZip = first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
  const isOle = first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;
  return isZip || isOle;
}

/** The different words of a text that have a character outside ASCII, in their order. @param max how many at most. */
export function wordsToCheck(text: string, max: number): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}'’.-]*[^\0-\x7F][\p{L}\p{M}\p{N}'’.-]*/gu)) {
    if (found.size === max) break;
    found.add(word);
  }
  return [...found];
}

function utf16Label([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}
