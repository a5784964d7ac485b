import { foldText } from "@/lib/core/fold.browser";
import type { RoleType } from "../cast";
import { roleTypeOf } from "./role-type-words";

/** What a heading says about the lines below it. */
export type Heading = { kind: "cast"; role_type: RoleType | null } | { kind: "creatives" };

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
  const role_type = roleTypeOf(first);
  if (role_type) return { kind: "cast", role_type };
  if (castWords.test(words)) return { kind: "cast", role_type: null };
  return creativeWords.test(words) ? { kind: "creatives" } : null;
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
export function tableHead(first: string, second: string): "name first" | "role first" | null {
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
