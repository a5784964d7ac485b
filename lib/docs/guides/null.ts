import "server-only";
import type { Guide, Setting } from "./schema.ts";

export function nulls({ origin, paths }: Setting): Guide {
  return {
    slug: "null",
    title: "What null means",
    summary: "A record always has all of its fields. One without a value is null.",
    sections: [
      {
        anchor: "rule",
        title: "The rule",
        blocks: [
          {
            kind: "text",
            text: "No field is ever left out, and none is added for some records only. So `record.closing_date` is always there: a value, or `null`.",
          },
          {
            kind: "example",
            example: {
              name: "A production and its dates",
              code: { curl: `curl -s ${origin}${paths.production}` },
              prints: '"closing_date":(null|"\\d{4}-\\d\\d-\\d\\d")',
            },
          },
        ],
      },
      {
        anchor: "meanings",
        title: "What it stands for",
        blocks: [
          {
            kind: "table",
            head: ["Field", "`null` says"],
            rows: [
              ["`closing_date` of a production", "the run is open-ended: no last day is announced"],
              ["`booking_until` of a show", "no date is known"],
              ["`current_show_id` of a theatre", "nothing is said to run there now"],
              ["`role_id` and `role` of a cast member", "a part without a character: ensemble, swing"],
              ["`billing_order` of a cast member", "no place in the billing; such members come last"],
              ["everything else (`bio`, `image`, `address`, `lat`, `capacity` …)", "not known, or there is none"],
            ],
          },
          {
            kind: "text",
            text: "An empty list is never null: a filter that matches nothing gives `[]`, with status 200.",
          },
        ],
      },
      {
        anchor: "dates",
        title: "Dates",
        blocks: [
          {
            kind: "text",
            text: "A date is a calendar day in London, written `YYYY-MM-DD`, without a time or a zone. Compare dates as texts: `opening_date <= today && (closing_date === null || closing_date >= today)`. Turning them into instants first moves them by a day for somebody.",
          },
          {
            kind: "example",
            example: {
              name: "What runs today",
              code: {
                javascript: `const productions = await (await fetch("${origin}/api/productions")).json();
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
const running = productions.filter(
  ({ opening_date, closing_date }) => opening_date <= today && (closing_date ?? today) >= today,
);
console.log(running.length, "productions run today");`,
                python: `import datetime, json, urllib.request, zoneinfo

with urllib.request.urlopen("${origin}/api/productions") as response:
    productions = json.load(response)
today = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/London")).date().isoformat()
running = [p for p in productions if p["opening_date"] <= today <= (p["closing_date"] or today)]
print(len(running), "productions run today")`,
              },
              prints: "\\d+ productions run today",
            },
          },
        ],
      },
    ],
  };
}
