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

const dayName =
  "(?:mon|tue|wed|thu|fri|sat|sun)(?:s|sdays?|days?|nesdays?|r|rs|rsdays?|urdays?)?(?![a-z])\\.?|daily|nightly|every ?day|week ?days|week ?ends";
const token = new RegExp(
  [
    `(?<first>${dayName})(?:\\s*(?:[-\\u2010-\\u2015\\u2212]|to|through|until)\\s*(?<last>${dayName}))?`,
    "(?<noon>(?:12 *)?(?:noon|midday))(?![a-z])",
    "(?<hour>\\d{1,2})(?:[.:h](?<minute>\\d\\d))?(?!\\d) *(?<half>[ap]\\.?m\\b\\.?)?",
    "(?<four>\\d{4})(?!\\d)(?: *h(?:ou)?rs?)?",
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
  const parts: Piece[][] = [];
  for (const piece of text.split(separators).flatMap(piecesOf)) {
    const before = parts.at(-1) ?? [];
    // Days wait for the next time, and a time alone belongs to the days before it.
    const isOpen = before.every(({ times }) => times.length === 0);
    const isMore = piece.days.length === 0 && piece.times.length > 0;
    const areKnown = [...before, piece].every(({ unknown }) => unknown === null);
    if (before.length > 0 && areKnown && (isOpen || isMore)) before.push(piece);
    else parts.push([piece]);
  }
  return parts.map(partOf);
}

/** What stands between two separators; `Tue 7pm Wed 8pm` is two pieces. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let [start, days, times, unknown]: [number, Weekday[], string[], string | null] = [0, [], [], null];
  const close = (end: number) => {
    const part = text.slice(start, end).trim();
    if (part !== "") pieces.push({ text: part, days, times, unknown });
    [start, days, times, unknown] = [end, [], [], null];
  };
  let last: "day" | "time" | null = null;
  for (const match of text.matchAll(token)) {
    const groups: Partial<Record<string, string>> = match.groups ?? {};
    const time = timeOf(groups);
    const kind = groups["first"] !== undefined ? "day" : time !== null ? "time" : null;
    if (kind !== null && kind !== last && days.length > 0 && times.length > 0) close(match.index);
    last = kind ?? last;
    if (groups["first"] !== undefined) days.push(...daysFrom(groups["first"], groups["last"]));
    else if (time !== null) times.push(time);
    else if (groups["noise"] === undefined && /[^\s():.@]/.test(match[0])) unknown ??= match[0].trim();
  }
  close(text.length);
  return pieces;
}

function daysFrom(first: string, last: string | undefined): Weekday[] {
  const from = dayOf(first);
  if (from === null) {
    if (/end/i.test(first)) return ["sat", "sun"];
    return weekdays.slice(0, /week/i.test(first) ? 5 : 7);
  }
  const to = last === undefined ? from : (dayOf(last) ?? from);
  const length = ((to - from + 7) % 7) + 1;
  return [...weekdays, ...weekdays].slice(from, from + length);
}

/** Its place in the week; null for `daily` and the like. */
function dayOf(name: string): number | null {
  const index = weekdays.findIndex((day) => name.toLowerCase().startsWith(day));
  return index < 0 ? null : index;
}

/** `HH:MM`; null where a match is no time of day. */
function timeOf(groups: Partial<Record<string, string>>): string | null {
  if (groups["noon"] !== undefined) return "12:00";
  const four = groups["four"];
  const hourText = four?.slice(0, 2) ?? groups["hour"];
  if (hourText === undefined) return null;
  const minute = Number(four?.slice(2) ?? groups["minute"] ?? 0);
  const half = groups["half"]?.[0]?.toLowerCase();
  const hour = hourIn24(hourText, half, four !== undefined);
  if (hour === null || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function hourIn24(text: string, half: string | undefined, isExact: boolean): number | null {
  const hour = Number(text);
  if (half !== undefined) return hour < 1 || hour > 12 ? null : (hour % 12) + (half === "p" ? 12 : 0);
  if (hour > 23) return null;
  // `9.30` is in the evening, `09.30` in the morning.
  return !isExact && !text.startsWith("0") && hour >= 1 && hour <= 9 ? hour + 12 : hour;
}

function partOf(pieces: readonly Piece[]): WeekPart {
  const text = pieces.map((piece) => piece.text).join(", ");
  const days = new Set(pieces.flatMap((piece) => piece.days));
  const found = new Set(pieces.flatMap((piece) => piece.times));
  const unknown = pieces.find((piece) => piece.unknown !== null)?.unknown;
  const problem = unknown
    ? `“${unknown}” is not understood`
    : days.size === 0
      ? "no day"
      : found.size === 0
        ? "no time"
        : null;
  const times = problem === null ? [...days].flatMap((day) => [...found].map((time) => ({ day, time }))) : [];
  return { text, times, problem };
}
