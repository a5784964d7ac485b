import { useState } from "react";
import { Field } from "@/components/ui/field";
import { timeInWords } from "@/lib/resources/productions/performance-words.browser";
import { weekdays } from "@/lib/resources/productions/terms.browser";

interface Props {
  label: string;
  /** `HH:MM`; a text that is no time as it was typed: the schema refuses it. */
  times: readonly string[];
  problem: string | undefined;
  onChange(times: string[]): void;
}

/** Times of a day as people write them, with commas between them. */
export function TimesField({ label, times, problem, onChange }: Props) {
  /** The text as typed; null while the times are shown in words. */
  const [typed, setTyped] = useState<string | null>(null);
  const areTimes = times.every(isTime);
  return (
    <Field
      label={label}
      autoComplete="off"
      placeholder="–"
      value={typed ?? times.map((time) => (isTime(time) ? timeInWords(time) : time)).join(", ")}
      problem={areTimes ? problem : "Write times such as 2.30pm, 7.30pm"}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const texts = value.split(/[,;&+/]|\band\b/).filter((text) => text.trim() !== "");
        onChange([...new Set(texts.map((text) => readTime(text) ?? text.trim()))].toSorted());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** A time as people write it, as `HH:MM`; null where a text is more or less than a time. */
function readTime(text: string): string | null {
  const [piece, ...more] = piecesOf(text);
  const isTime = piece?.days.length === 0 && piece.unknown === null && more.length === 0;
  return isTime && piece.times.length === 1 ? (piece.times[0] ?? null) : null;
}

export type Weekday = (typeof weekdays)[number];

export interface PastedTime {
  readonly day: Weekday;
  /** `HH:MM`. */
  readonly time: string;
}

/** A part of a pasted week, such as `Wed & Sat 2.30pm`. */
interface WeekPart {
  /** As it was pasted, with commas between days. */
  readonly text: string;
  /** Empty where there is a problem. */
  readonly times: readonly PastedTime[];
  readonly problem: string | null;
}

/** Days, times, or what is neither. */
interface Piece {
  readonly text: string;
  readonly days: readonly Weekday[];
  readonly times: readonly string[];
  /** A word that is not understood. */
  readonly unknown: string | null;
}

const noPiece: Piece = { text: "", days: [], times: [], unknown: null };

const dayName =
  "(?:mon|tue|wed|thu|fri|sat|sun)(?:s|sdays?|days?|nesdays?|r|rs|rsdays?|urdays?)?(?![a-z])\\.?|daily|nightly|every ?day|week ?days|week ?ends";
const token = new RegExp(
  [
    `(?<first>${dayName})(?:\\s*(?:[-\\u2010-\\u2015\\u2212]|to|through|until)\\s*(?<last>${dayName}))?`,
    "(?<noon>(?:12 *)?(?:noon|midday))(?![a-z])",
    "(?<hour>\\d{1,2})(?:(?:[.:h]|(?<=\\d\\d))(?<minute>\\d\\d))?(?!\\d)(?: *(?<half>[ap])\\.?m\\b\\.?| *h(?:ou)?rs?)?",
    "(?<noise>at|on|the|every|each|performances?|shows?|evenings?|evgs?|eves?|matin[eé]es?|mats?)(?![a-z])|[\\s():.@]+",
    "(?<unknown>[^\\s()]+)",
  ].join("|"),
  "giy",
);
const separators = /[,;\n&+/|•·]|\band\b|\bplus\b/i;

/**
 * A week as theatres write it: `Tue–Sat 7.30pm, Wed & Sat 2.30pm, Sun 3pm`. A time without am or pm is one of a theatre:
 * `2.30` is 14:30, `11` is in the morning.
 *
 * @returns its parts; one that is not understood has a problem and no times.
 */
export function readWeek(text: string): WeekPart[] {
  const parts: Piece[] = [];
  for (const piece of text.split(separators).flatMap(piecesOf)) {
    const before = parts.at(-1) ?? noPiece;
    // Days wait for the next time, and a time alone belongs to the days before it.
    const isMore = before.times.length === 0 || (piece.days.length === 0 && piece.times.length > 0);
    if (before !== noPiece && isMore && before.unknown === null && piece.unknown === null)
      parts.splice(-1, 1, {
        text: `${before.text}, ${piece.text}`,
        days: [...before.days, ...piece.days],
        times: [...before.times, ...piece.times],
        unknown: null,
      });
    else parts.push(piece);
  }
  return parts.map(partOf);
}

/** What stands between two separators; `Tue 7pm Wed 8pm` is two pieces. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let piece = noPiece;
  let last: "day" | "time" | null = null;
  for (const { 0: word, groups = {} } of text.matchAll(token)) {
    const days = groups["first"] === undefined ? [] : daysFrom(groups["first"], groups["last"]);
    const time = timeOf(groups);
    const kind: "day" | "time" | null = days.length > 0 ? "day" : time === null ? last : "time";
    if (kind !== last && piece.days.length > 0 && piece.times.length > 0) {
      pieces.push(piece);
      piece = noPiece;
    }
    last = kind;
    const isWord = days.length === 0 && time === null && groups["noise"] === undefined && /[^\s():.@]/.test(word);
    piece = {
      text: piece.text + word,
      days: [...piece.days, ...days],
      times: time === null ? piece.times : [...piece.times, time],
      unknown: piece.unknown ?? (isWord ? word.trim() : null),
    };
  }
  return [...pieces, piece].map((one) => ({ ...one, text: one.text.trim() })).filter((one) => one.text !== "");
}

function daysFrom(first: string, last: string | undefined): readonly Weekday[] {
  const from = dayOf(first);
  if (from === null) return weekdays.slice(/end/i.test(first) ? 5 : 0, /week ?d/i.test(first) ? 5 : 7);
  const to = last === undefined ? from : (dayOf(last) ?? from);
  return [...weekdays, ...weekdays].slice(from, to < from ? to + 8 : to + 1);
}

/** Its place in the week; null for `daily` and the like. */
function dayOf(name: string): number | null {
  const index = weekdays.findIndex((day) => name.toLowerCase().startsWith(day));
  return index < 0 ? null : index;
}

/** `HH:MM`; null where a match is no time of day. */
function timeOf({ noon, hour, minute = "00", half }: Partial<Record<string, string>>): string | null {
  if (noon !== undefined) return "12:00";
  const number = Number(hour);
  const isHour = half === undefined ? number <= 23 : number >= 1 && number <= 12;
  if (hour === undefined || !isHour || minute > "59") return null;
  // `9.30` is in the evening, `09.30` in the morning.
  const isAfternoon = half === undefined ? /^[1-9]$/.test(hour) : /p/i.test(half);
  const inHalf = half === undefined ? number : number % 12;
  return `${String(isAfternoon ? inHalf + 12 : inHalf).padStart(2, "0")}:${minute}`;
}

function partOf({ text, days, times, unknown }: Piece): WeekPart {
  const problem =
    unknown !== null
      ? `“${unknown}” is not understood`
      : days.length === 0
        ? "no day"
        : times.length === 0
          ? "no time"
          : null;
  const found = [...new Set(days)].flatMap((day) => [...new Set(times)].map((time) => ({ day, time })));
  return { text, times: problem === null ? found : [], problem };
}
