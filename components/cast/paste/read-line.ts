import { readPartialDate } from "@/components/form/typed-day";
import type { RoleType } from "../cast";
import { listItems, namesIn, splitEntry, type EntryForm, type Sides, type SourceLine } from "./split-list";
import {
  headingOf,
  isCredit,
  isFullName,
  isPlausibleName,
  isProse,
  isTooLong,
  roleTypeOf,
  tableHead,
  takeRoleType,
  type Heading,
  type Order,
} from "./text-kinds";

/** What stands beside an entry: days as they were written, and a note. */
export type Remark = Record<"from" | "to" | "seen" | "note", string | null>;

/** An entry of a list: two texts, of which one is the person and the other the role, or a person alone. */
export interface PastedEntry {
  first: string;
  second: string | null;
  form: EntryForm;
  /** Null for the type of the heading above. */
  role_type: RoleType | null;
  /** Why the line may be read wrongly; null for no reason. */
  doubt: string | null;
  /** Days and a note that stand beside it; null for none. */
  remark: Remark | null;
}

/** An entry of which nothing more is known. */
const bareEntry = {
  second: null,
  form: "separated",
  role_type: null,
  doubt: null,
  remark: null,
} as const;

/** What a line is: entries, or why it is none and what it says about the lines below. */
type ReadLine =
  /** `isLone`: one text alone, which is a person or half of an entry on two lines. */
  { entries: readonly PastedEntry[]; isLone: boolean } | { skipped: string; heading?: Heading; order?: Order };

/** A type or “Cast” at the beginning of a line, with entries behind it. */
const withHeading = /^(.{2,60}?)(?: *: *| +[-–—]+ +| *\t+| {2,}| *(?:(?: ?\.){3,}|…+) *)(?=\S)(.+)$/;

/**
 * @param isListed whether several people may stand on a line, as below “Ensemble”.
 * @param isKnown whether someone in the data has this name.
 */
export function readLine(line: SourceLine, isListed: boolean, isKnown: (name: string) => boolean): ReadLine {
  const { sign, text: whole } = line;
  const { text } = takeRemark(whole);
  const isName = (name: string) => isFullName(name) || isKnown(name);
  const sides = splitEntry(text);
  const hasName = sides !== null && (isName(sides.first) || isName(sides.second));
  if (!/[\p{L}\p{N}]/u.test(text)) return { skipped: "No name" };
  if ((isProse(text) && !(hasName && sides.isFirm)) || (isTooLong(text) && !hasName))
    return { skipped: sign === "" ? "Not recognised. Put one person on each line." : "Footnote" };
  if (/^[^*]/.test(sign) && !hasName && !isName(text)) return { skipped: "Footnote" };
  if (isCredit(text)) return { skipped: "Credit" };
  const heading = headingOf(text);
  if (heading) return { skipped: "Heading", heading };
  const order = sides && tableHead(sides.first, sides.second);
  if (order) return { skipped: "Heading", order };

  const [, words = "", rest = ""] = withHeading.exec(whole) ?? [];
  const inline = words === "" ? null : headingOf(words);
  if (inline === "creatives") return { skipped: "Credit" };
  if (inline) {
    const entries = entriesIn(rest, true, isKnown).map((one) => ({ ...one, role_type: one.role_type ?? inline }));
    return { entries, isLone: false };
  }
  if (/:$/.test(text)) return { skipped: "Heading" };
  const entries = entriesIn(whole, isListed, isKnown);
  return { entries, isLone: entries.length === 1 && entries[0]?.second === null };
}

/** The entries of a text: several when it is a list with commas. */
function entriesIn(text: string, isListed: boolean, isKnown: (name: string) => boolean): PastedEntry[] {
  const isName = (name: string) => isFullName(name) || isKnown(name);
  const taken = listItems(text).map(takeRemark);
  const items = taken.map((item) => item.text);
  const isEntry = (item: string) => isName(item) || isName(splitEntry(item)?.first ?? takeRoleType(item).text);
  const atComma = isListed ? null : sidesAtComma(items, isKnown);
  const isList =
    atComma === null &&
    items.length > 1 &&
    (items.every((item) => isName(item) && splitEntry(item) === null) ||
      items.every((item) => splitEntry(item) !== null) ||
      (isListed && items.every(isEntry)));
  return (isList ? taken : [takeRemark(text)]).flatMap(({ text: item, remark }) => {
    const sides = splitEntry(item) ?? atComma;
    const found =
      sides && !(sides.form === "bracketed" && roleTypeOf(sides.second)) ? entriesOf(sides) : [entryAlone(item)];
    return found.map((entry) => ({ ...entry, remark }));
  });
}

/** A single comma separates someone known from something else. */
function sidesAtComma(items: readonly string[], isKnown: (name: string) => boolean): Sides | null {
  const [first, second, ...more] = items;
  if (first === undefined || second === undefined || more.length > 0) return null;
  if (!isPlausibleName(first) || !isPlausibleName(second) || isKnown(first) === isKnown(second)) return null;
  return { first, second, isFirm: false, form: "separated" };
}

function entryAlone(text: string): PastedEntry {
  const { text: first, role: second, role_type } = takeRoleType(text);
  return { ...bareEntry, first, second, form: second === null ? "separated" : "fixed", role_type };
}

function entriesOf({ form, ...sides }: Sides): PastedEntry[] {
  const [cell = "", ...more] = sides.second.split(/ *[\t|]\s*/).filter((one) => one !== "");
  const types = more.map(roleTypeOf);
  const leftOut = more.filter((_, index) => types[index] === null);
  const doubt = leftOut.length > 0 ? `Left out: ${leftOut.join(", ")}` : null;
  const [first, second] = [takeRoleType(sides.first), takeRoleType(cell)];
  const cellType = types.find((type) => type !== null) ?? null;
  const whole = roleTypeOf(cell);
  if (whole) return [{ ...bareEntry, first: first.text, second: first.role, form: "fixed", role_type: whole, doubt }];
  const role = first.role ?? second.role;
  if (role !== null && first.text !== "" && second.text !== "")
    return [{ ...bareEntry, first: sides.first, second: cell, form, role_type: cellType, doubt: "More than one part" }];
  const role_type = first.role_type ?? second.role_type ?? cellType;
  const texts = { first: first.text, second: second.text || role };
  // “Arkadina – Ann Smith, Bob Jones” is two entries. Two lists are not taken apart.
  const [firsts, seconds] = [namesIn(texts.first), texts.second === null ? [null] : namesIn(texts.second)];
  const isWhole = firsts.length > 1 && seconds.length > 1;
  const parts = isWhole ? [texts] : firsts.flatMap((one) => seconds.map((other) => ({ first: one, second: other })));
  return parts.map((part) => ({ ...bareEntry, ...part, form, role_type, doubt }));
}

const date =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}{3,9}\\.?(?:,? \\d{4})?|\\p{L}{3,9}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\p{L}{3,9}\\.?(?: \\d{4})?|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}|\\d{4}-\\d\\d-\\d\\d|\\d{4})";
const firstDay = "(?:from|since|joins|joining|starts|starting|begins|beginning)";
const lastDay = "(?:until|till|to|through|up to|leaves|leaving|ends|ending)";
const begins = new RegExp(`^${firstDay}(?: on)? ${date}$`, "iu");
const ends = new RegExp(`^${lastDay}(?: on)? ${date}$`, "iu");
const sighting = "seen(?: in| on)?";
const sees = new RegExp(`^${sighting} ${date}$`, "iu");
const both = new RegExp(`^(?:${firstDay} )?${date} ?(?:[-–—]|,? ?${lastDay}) ?${date}$`, "iu");
/** “3–13 March” */
const inOneMonth = /^(\d{1,2}) ?[-–—] ?(\d{1,2} \p{L}{3,9}\.?(?:,? \d{4})?)$/iu;
const behind = new RegExp(`(?:, | )((?:from|until|till|${sighting}) ${date})\\.?$`, "iu");
const inBrackets = / *[([]([^()[\]]+)[)\]]/gu;
const weekday = "(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?";
const performances =
  "evenings?|evgs?|eves?|matin[eé]es?|mats?|performances?|certain performances|some performances|selected performances|scheduled performances";
/** “Mon–Thu”, “Wednesday matinees only”, “at certain performances” */
const someDays = new RegExp(
  `^(?:(?:at|on|${weekday}|${performances}|only|and|to|&|[,/+–—-])[ ]*)*(?:${weekday}|${performances})(?: only)?$`,
  "iu",
);

const inPreviews = /^(?:seen |appeared |played )?(?:only )?(?:in|during|for) previews(?: only)?$/i;

/** A text without the remarks beside it: “(until 13 March)”, “(Mon–Thu)”, “, from March”. */
function takeRemark(text: string): { text: string; remark: Remark | null } {
  const found: Remark[] = [];
  const take = (whole: string, words: string) => {
    const remark = readRemark(words.trim());
    if (remark === null) return whole;
    found.push(remark);
    return "";
  };
  const rest = text
    .replace(inBrackets, take)
    .replace(behind, (whole, words: string) => (/\d/.test(words) ? take(whole, words) : whole))
    .trim();
  if (rest === "" || found.length === 0) return { text, remark: null };
  const of = (part: keyof Remark) => found.map((one) => one[part]).find((words) => words !== null) ?? null;
  return { text: rest, remark: { from: of("from"), to: of("to"), seen: of("seen"), note: of("note") } };
}

function readRemark(words: string): Remark | null {
  if (someDays.test(words) || inPreviews.test(words)) return { from: null, to: null, seen: null, note: words };
  const [, day, end] = inOneMonth.exec(words) ?? [];
  const [, from, to] =
    day === undefined ? (both.exec(words) ?? []) : [null, `${day} ${end?.replace(/^\d+ /, "")}`, end];
  const days = { from: from ?? begins.exec(words)?.[1] ?? null, to: to ?? ends.exec(words)?.[1] ?? null };
  const seen = sees.exec(words)?.[1] ?? null;
  const written = [days.from, days.to, seen].filter((one) => one !== null);
  return written.length > 0 && written.every(isDate) ? { ...days, seen, note: null } : null;
}

/** Whether a text is a date, with its year or without. */
function isDate(text: string): boolean {
  // In a leap year every day exists.
  return readPartialDate(text) !== undefined || readPartialDate(`${text} 2000`) !== undefined;
}
