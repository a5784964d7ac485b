/** Which passwords are too easy to guess. Safe for the browser; only the server has the list of common ones. */

const commonWords = [
  "password",
  "passw0rd",
  "passwort",
  "letmein",
  "welcome",
  "iloveyou",
  "changeme",
  "admin",
  "login",
];
/** Documented in .github/SECURITY.md. */
export const serviceWords = ["theatre", "theater", "listings", "listing", "westend", "london"];
/** Neighbouring keys and sequences, in both directions. */
const lines = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
].flatMap((line) => [line, [...line].reverse().join("")]);
export const commonPasswordMessage = "must not be one of the most common passwords";
const minRun = 3;
/** A password with this few characters besides known words is easy to guess. */
const maxOwnCharacters = 4;
const maxPattern = 6;

/** Why a password is refused, as text after the field's name: `must not be …`; null when it is accepted. */
export function passwordWeakness(password: string, email = ""): string | null {
  const text = normalizePassword(password);
  if (text.trim() === "") return "must not be only spaces";
  if (isPattern(text)) return "must not be one character or a short pattern repeated";
  if (isMadeOf(text, [])) return "must not be a sequence such as 123456789012 or qwertyuiop";
  if (isMadeOf(text, commonWords)) return commonPasswordMessage;
  if (isMadeOf(text, partsOf(email))) return "must not be the account's email address or parts of it";
  if (isMadeOf(text, serviceWords)) return "must not be the name of this service";
  return null;
}

/** Normalised for comparison: case and Unicode form are ignored. */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC").toLowerCase();
}

function isPattern(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < minRun) return true;
  return Array.from({ length: maxPattern }, (_, index) => index + 1).some((length) =>
    characters.every((character, at) => at < length || character === characters[at - length]),
  );
}

/** Whether the text consists of these words and sequences, except for a few characters. */
function isMadeOf(text: string, words: string[]): boolean {
  let ownCharacters = 0;
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const word = words.find((one) => rest.startsWith(one));
    const length = word ? word.length : runLength(rest);
    if (length < minRun) ownCharacters += 1;
    at += length < minRun ? 1 : length;
  }
  return ownCharacters <= maxOwnCharacters;
}

function runLength(text: string): number {
  let length = minRun - 1;
  while (length < text.length && lines.some((line) => line.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}

/** The address, the parts before and after its `@`, and their words; longest first. */
function partsOf(email: string): string[] {
  const address = normalizePassword(email);
  const parts = [address, ...address.split("@"), ...address.split(/[^\p{L}\p{N}]+/u)];
  return parts.filter((part) => part.length >= minRun).sort((one, other) => other.length - one.length);
}
