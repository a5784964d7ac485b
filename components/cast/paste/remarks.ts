import { readPartialDate } from "@/components/form/typed-partial-date";

/** What stands beside an entry: days as they were written, and a note. */
export interface Remark {
  from: string | null;
  to: string | null;
  seen: string | null;
  note: string | null;
}

const date =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}{3,9}\\.?(?:,? \\d{4})?|\\p{L}{3,9}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\p{L}{3,9}\\.?(?: \\d{4})?|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}|\\d{4}-\\d\\d-\\d\\d|\\d{4})";
const first = "(?:from|since|joins|joining|starts|starting|begins|beginning)";
const last = "(?:until|till|to|through|up to|leaves|leaving|ends|ending)";
const begins = new RegExp(`^${first}(?: on)? ${date}$`, "iu");
const ends = new RegExp(`^${last}(?: on)? ${date}$`, "iu");
const sighting = "seen(?: in| on)?";
const sees = new RegExp(`^${sighting} ${date}$`, "iu");
const both = new RegExp(`^(?:${first} )?${date} ?(?:[-–—]|,? ?${last}) ?${date}$`, "iu");
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
export function takeRemark(text: string): { text: string; remark: Remark | null } {
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
