/** A line of a pasted text that is not blank. */
export interface SourceLine {
  /** From 1. */
  number: number;
  text: string;
  /** The signs of footnotes that it begins with; empty for none. */
  sign: string;
  isAfterBlank: boolean;
}

const signs = "†‡§*¹²³⁰⁴-⁹";
const leadingSign = new RegExp(`^\\s*([${signs}]+)`);
const signAtWord = new RegExp(`(?<![\\p{L}\\p{N}])[${signs}]+|[${signs}]+(?![\\p{L}\\p{N}])`, "gu");
/** Bullets, dashes as bullets, and numbers as in “1.”. */
const bullet = /^(?:[\s•·▪◦‣⁃>|]+|[-–—]\s+|\d{1,3}[.)]\s+)+/;

/** The lines of a text without bullets, footnote signs and invisible characters. */
export function sourceLines(text: string): SourceLine[] {
  let isAfterBlank = false;
  return text.split(/\r\n|[\n\r\u2028\u2029\v\f]/).flatMap((line, index) => {
    // Columns may be hundreds of spaces apart, over which patterns would search long.
    const visible = line
      .replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, "")
      // The ligatures of PDF files.
      .replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize("NFKD"))
      .replace(/[^\S\t]/g, " ")
      .replace(/ {5,}/g, "    ");
    if (visible.trim() === "") {
      isAfterBlank = true;
      return [];
    }
    const cleaned = visible
      .replace(signAtWord, "")
      .replace(bullet, "")
      .replace(/[\s|]+$/, "")
      .trim();
    const source = { number: index + 1, text: cleaned, sign: leadingSign.exec(visible)?.[1] ?? "", isAfterBlank };
    isAfterBlank = false;
    return [source];
  });
}
