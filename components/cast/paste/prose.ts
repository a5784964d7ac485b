import { isCreditTitle } from "./headings";
import { looksLikePerson } from "./name-likeness";

/** A person and a role that a sentence names. */
export interface NamedPart {
  person: string;
  role: string;
}

const name = "\\p{Lu}[\\p{L}'’.-]*(?: (?:(?:de|da|van|von|der|la|le|al|bin|of) )*\\p{Lu}[\\p{L}'’.-]*){1,4}";
const verb =
  "(?:stars?|starring|appears?|appearing|returns?|returning|joins?|joining|leads?|leading|makes? (?:his|her|their) [\\p{L} ]{3,30}debut)";
const company = "(?: (?:to |in )?the (?:cast|company|production|show))?";
const link = `(?:who )?(?:will |is to |is set to )?(?:be )?(?:also )?(?:(?:${verb}${company} )?as|plays?|playing|performs?|performing|reprises?|${verb}${company} in the role of)`;
const end = `(?=[,;.!?]|$| (?:and|with|alongside|opposite|while|who|at|in the|from|until|directed)(?: |$)| (?:${name}) (?:as|plays) )`;
const part = new RegExp(
  `(?<![\\p{L}])(${name}),? ${link} ((?:the |a |an )?[\\p{Lu}\\d“‘"][^,;.!?()]*?(?:(?<=\\b(?:Mr|Mrs|Ms|Dr|St|Jr))\\.[^,;.!?()]*?)?)${end}`,
  "gu",
);

/** The people and roles of a sentence: “Cate Blanchett will star as Arkadina, with Tom Burke as Trigorin.” */
export function partsInProse(text: string): NamedPart[] {
  return [...text.matchAll(part)].flatMap(([, person = "", role = ""]) =>
    looksLikePerson(person) && !isCreditTitle(role) ? [{ person, role: role.trim().replace(/[“”"]/g, "") }] : [],
  );
}
