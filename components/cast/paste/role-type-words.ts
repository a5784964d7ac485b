import { foldText } from "@/lib/core/fold.browser";
import type { RoleType } from "../cast";

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

/** A text without its type: “Emma Corrin (alternate)”, “u/s Arkadina”, “Ann Smith (understudy Arkadina)”. */
export interface TypedText {
  text: string;
  role_type: RoleType | null;
  /** The role that stood beside the type in brackets. */
  role: string | null;
  /** Whether the type stood before the text, as it does before a role. */
  isLeading: boolean;
}

export function takeRoleType(text: string): TypedText {
  const inBrackets = bracketed.exec(text);
  if (inBrackets) {
    const rest = text.slice(0, inBrackets.index) + text.slice(inBrackets.index + inBrackets[0].length);
    const role = (inBrackets[2] ?? "").replace(/^(?:(?:for|to|as|of)\s+|[-–—:,;/&\s]+)+/i, "");
    return { text: rest.trim(), role_type: roleTypeOf(inBrackets[1] ?? ""), role: role || null, isLeading: false };
  }
  const [first, last] = [leading.exec(text), trailing.exec(text)];
  if (first) return { text: first[2] ?? "", role_type: roleTypeOf(first[1] ?? ""), role: null, isLeading: true };
  if (last) return { text: last[1] ?? "", role_type: roleTypeOf(last[2] ?? ""), role: null, isLeading: false };
  return { text, role_type: null, role: null, isLeading: false };
}
