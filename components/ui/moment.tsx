const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

const [minute, hour, oneDay] = [60_000, 3_600_000, 86_400_000];

/** A moment as the reader's own clock and calendar have it; for the browser only, since a server has another. */
export function Moment({ at, look }: { at: string; look: "day" | "time" }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={dayAndTime.format(date)}>
      {(look === "day" ? day : dayAndTime).format(date)}
    </time>
  );
}

/** A moment by its distance from `now` (milliseconds since 1970). */
export function Ago({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={dayAndTime.format(new Date(at))}>
      {distance(Date.parse(at) - now)}
    </time>
  );
}

function distance(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < minute) return "just now";
  if (size < hour) return relative.format(Math.trunc(milliseconds / minute), "minute");
  if (size < oneDay) return relative.format(Math.trunc(milliseconds / hour), "hour");
  return relative.format(Math.trunc(milliseconds / oneDay), "day");
}
