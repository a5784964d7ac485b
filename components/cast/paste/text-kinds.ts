import { foldText } from "@/lib/core/fold.browser";
import type { RoleType } from "../cast";

/** Who stands below a heading. */
export type Heading = RoleType | "creatives";

/** Which side of an entry is the person. */
export type Order = "name first" | "role first";

const castWords =
  /^(?:(?:the|full|main|leading|original|current|new|principal)\s+)*(?:cast|cast list|cast members|cast and characters|cast of .+|characters|company|acting company|performers|actors|starring|featuring|dramatis personae|in (?:alphabetical order|order of (?:appearance|speaking)))$/;
const creativeWords =
  /^(?:(?:the|full)\s+)?(?:creatives?|creative team|creative credits|production team|production credits|credits|crew|stage management|orchestra|band|musicians|producers)$/;
const creditBy =
  /^(?:(?:directed|direction|written|adapted|adaptation|music|lyrics|book|words|choreographed|choreography|designed|design|designs|produced|composed|conducted|orchestrations?|arrangements?|translated|translation|lighting|sound|sets?|costumes?|casting|presented|created|movement|devised|story|script|libretto|video|wigs|and)[\s,&]+)+by\b|^based on\b/i;
const creditTitle =
  /^(?:(?:associate|assistant|resident|artistic|musical|music|casting|movement|fight|intimacy|voice|dialect|set|sets|costumes?|lighting|sound|video|projection|hair|wigs?|make-?up|production|company|deputy|stage|general|executive|and|&)\s+)*(?:directors?|designers?|choreographers?|composers?|lyricists?|producers?|playwrights?|dramaturgs?|conductors?|supervisors?|stage managers?|managers?|orchestrators?|design|direction|casting|choreography|lyrics|book|music)$/i;

/** The heading that a line is; null for any other line. */
export function headingOf(line: string): Heading | null {
  const words = foldText(line)
    .replace(/[([][^)\]]*[)\]]|\b(?:19|20)\d\d\b/g, " ")
    .replace(/[\s:–—-]+$/, "")
    .replace(/\s+/g, " ")
    .trim();
  const [first = ""] = words.split(/ (?:&|and|\/|\+) /);
  return roleTypeOf(first) ?? (castWords.test(words) ? "principal" : creativeWords.test(words) ? "creatives" : null);
}

/** Whether a line credits someone who isn't in the cast: “Directed by …”. */
export function isCredit(line: string): boolean {
  return creditBy.test(line);
}

/** Whether a text is the title of someone who isn't in the cast: “Lighting designer”. */
export function isCreditTitle(text: string): boolean {
  return creditTitle.test(text.trim());
}

/** Whether the two sides are the head of a table, such as “Role | Actor”, and which of them is the person. */
export function tableHead(first: string, second: string): Order | null {
  const [one, other] = [columnOf(first), columnOf(second.split(/\t|\|/)[0] ?? "")];
  if (one === null || other === null || one === other) return null;
  return one === "name" ? "name first" : "role first";
}

function columnOf(text: string): "name" | "role" | null {
  const folded = foldText(text).trim();
  if (/^(?:actor|actors|artist|cast|cast member|name|performer|person|played by|principal)$/.test(folded))
    return "name";
  return /^(?:role|roles|character|characters|part)$/.test(folded) ? "role" : null;
}

/** The words that programmes print for each type, folded, as patterns. */
const words: readonly (readonly [RoleType, string])[] = [
  ["principal", "principals?"],
  ["ensemble", "ensemble|chorus"],
  ["understudy", "understud(?:y|ies)|u/s|covers?"],
  ["swing", "swings?"],
  ["standby", "stand-?bys?"],
  ["alternate", "alternates?|alt"],
];
const anyWord = words.map(([, word]) => word).join("|");
const before = "(?:(?:the|an?|on-?stage|off-?stage|male|female|adult|young|1st|2nd|first|second)\\s+)*";
const after = "(?:\\s+(?:members?|cast|company|performers?))?";

const alone = words.map(([type, word]) => [type, new RegExp(`^${before}(?:${word})${after}$`)] as const);
const bracketed = new RegExp(`\\s*[(\\[]\\s*(${anyWord})(?![\\p{L}\\p{N}])\\s*(.*?)\\s*[)\\]]`, "iu");
/** “Cover” and “swing” also begin the names of roles. */
const leading =
  /^(?:(?:1st|2nd|first|second)\s+)?(understud(?:y|ies)|u\/s|stand-?by|alternate)\s*:?\s+(?:(?:for|to|as)\s+)?(?=[\p{L}\p{N}“"'‘])(.+)$/iu;
const trailing =
  /^(?!(?:the|an?)\s)(.+?)(?:\s+|\s*,\s*)(understudy|u\/s|stand-?by|alternate|(?<=,\s*)(?:swing|ensemble))$/iu;

/** The type that a text consists of: “Ensemble”, “off-stage swings”, “understudy”. */
export function roleTypeOf(text: string): RoleType | null {
  const folded = foldText(text)
    .replace(/[\s:.]+$/, "")
    .trim();
  return alone.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
}

/**
 * A text without its type: “Emma Corrin (alternate)”, “u/s Arkadina”, “Ann Smith (understudy Arkadina)”.
 *
 * @returns with it the role that stood beside the type in brackets.
 */
export function takeRoleType(text: string) {
  const inBrackets = bracketed.exec(text);
  if (inBrackets) {
    const rest = text.slice(0, inBrackets.index) + text.slice(inBrackets.index + inBrackets[0].length);
    const role = (inBrackets[2] ?? "").replace(/^(?:(?:for|to|as|of)\s+|[-–—:,;/&\s]+)+/i, "");
    return { text: rest.trim(), role_type: roleTypeOf(inBrackets[1] ?? ""), role: role || null };
  }
  const [first, last] = [leading.exec(text), trailing.exec(text)];
  if (first) return { text: first[2] ?? "", role_type: roleTypeOf(first[1] ?? ""), role: null };
  if (last) return { text: last[1] ?? "", role_type: roleTypeOf(last[2] ?? ""), role: null };
  return { text, role_type: null, role: null };
}

const particles = new Set("al bin da de del della den der di du el ibn la le of the und van von y".split(" "));
const titlesOfRoles = new Set(
  (
    "a an aunt big captain count countess doctor dr duchess duke elder father first frau fraulein general her herr his " +
    "king lady little lord madame major mademoiselle miss monsieur mother mr mrs ms narrator nurse officer old older " +
    "prince princess queen second the uncle widow young younger"
  ).split(" "),
);
const wordsOfProse =
  /\b(appears?|performs?|will|would|is|are|was|were|been|be|performances?|subject to|please|until|during|certain|schedule|tickets?|booking|denotes|indicates|available|understudied)\b/;
const labelsOfFacts =
  /^(?:performances?|running time|age (?:guidance|recommendation)|tickets?|interval|previews?|press night|box office|booking)\b/i;
const address = /https?:\/\/|www\.|\S@\S/i;
const maxWordsOfName = 6;
const maxWordsOfEntry = 12;

/** Whether a text can be the whole name of a person: some words, most of them capitalised. */
export function isFullName(text: string): boolean {
  const words = wordsOf(text);
  return words.length >= 2 && isPlausibleName(text);
}

/** Whether a text can be a name of one word or several. */
export function isPlausibleName(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWordsOfName) return false;
  if (/[,:;=/"“”?!<>|{}\t]|\.{2}/.test(text) || words.some((word) => !/\p{L}/u.test(word) || /^\d/.test(word)))
    return false;
  const small = words.filter((word) => isSmall(word) && !particles.has(word));
  return small.length * 2 <= words.length && !words.every(isSmall);
}

/** Whether a text is a whole name, and not one that roles have: “The Phantom”, “Mrs Wormwood”. */
export function looksLikePerson(text: string): boolean {
  const [first = ""] = wordsOf(foldText(text));
  return isFullName(text) && !titlesOfRoles.has(first.replace(/\.$/, ""));
}

/** Whether a text has the words of a sentence, or is a fact or an address. */
export function isProse(text: string): boolean {
  return address.test(text) || labelsOfFacts.test(text) || wordsOfProse.test(text);
}

/** Whether a text is longer than an entry; a list of names may be long. */
export function isTooLong(text: string): boolean {
  return text.split(/[,;]/).length <= 2 && wordsOf(text).length > maxWordsOfEntry;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Scripts without case have no small letters. */
function isSmall(word: string): boolean {
  const [letter = ""] = /\p{L}/u.exec(word) ?? [];
  return letter !== letter.toUpperCase();
}
