/** What makes a password easy to guess. Safe for the browser; the list of common ones is the server's. */

const usualWords = ["password", "passw0rd", "passwort", "letmein", "welcome", "iloveyou", "changeme", "admin", "login"];
const serviceName = ["theatre", "theater", "listings", "listing", "westend", "london"];
/** What stands beside each other on a keyboard, or follows each other. Both ways. */
const lines = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
].flatMap((line) => [line, [...line].reverse().join("")]);
export const tooCommon = "must not be one of the most common passwords";
const minRun = 3;
/** With so few characters of its own, a password is as good as guessed. */
const maxOwnCharacters = 4;
const maxPattern = 6;

/**
 * Why this password is refused, as a text that follows its name: `must not be …`; null for one that is not.
 *
 * @param email the account's e-mail address, where it is known.
 */
export function weaknessOf(password: string, email = ""): string | null {
  const text = comparable(password);
  if (text.trim() === "") return "must not be only spaces";
  if (isPattern(text)) return "must not be one character or a short pattern repeated";
  if (isMadeOf(text, [])) return "must not be a sequence such as 123456789012 or qwertyuiop";
  if (isMadeOf(text, usualWords)) return tooCommon;
  if (isMadeOf(text, partsOf(email))) return "must not be the account's e-mail address or parts of it";
  if (isMadeOf(text, serviceName)) return "must not be the name of this service";
  return null;
}

/** As passwords are compared with others: without regard to case and to how a keyboard writes a letter. */
export function comparable(password: string): string {
  return password.normalize("NFKC").toLowerCase();
}

function isPattern(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < minRun) return true;
  return Array.from({ length: maxPattern }, (_, index) => index + 1).some((length) =>
    characters.every((character, place) => place < length || character === characters[place - length]),
  );
}

/** Whether these words and sequences are all there is to it, but for a few characters. */
function isMadeOf(text: string, words: string[]): boolean {
  let own = 0;
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const word = words.find((one) => rest.startsWith(one));
    const length = word ? word.length : runLength(rest);
    if (length < minRun) own += 1;
    at += length < minRun ? 1 : length;
  }
  return own <= maxOwnCharacters;
}

/** Of the sequence that the text begins with. */
function runLength(text: string): number {
  let length = minRun - 1;
  while (length < text.length && lines.some((line) => line.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}

/** The address, what stands before and after its `@`, and the words in it; the longest first. */
function partsOf(email: string): string[] {
  const address = comparable(email);
  const parts = [address, ...address.split("@"), ...address.split(/[^\p{L}\p{N}]+/u)];
  return parts.filter((part) => part.length >= minRun).sort((one, other) => other.length - one.length);
}
