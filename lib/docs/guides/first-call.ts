import "server-only";
import { codeFor } from "../code/code-for.ts";
import type { Guide, Setting } from "./schema.ts";

export function firstCall({ origin, limits, paths }: Setting): Guide {
  const get = { method: "GET", credentials: "none", body: null } as const;
  return {
    slug: "first-call",
    title: "A first call in a minute",
    summary: "From nothing to real listings in your own program, without a key.",
    sections: [
      {
        anchor: "ask",
        title: "Ask",
        blocks: [
          {
            kind: "text",
            text: `Everything is read with \`GET\`, answers JSON and needs no key: ${limits.public.toLocaleString("en-GB")} requests a day are free. Each of these runs as it stands.`,
          },
          {
            kind: "example",
            example: {
              name: "All shows",
              code: codeFor({ ...get, url: `${origin}/api/shows`, result: "shows", isList: true }),
              prints: "shows; |\\[\\{",
            },
          },
          {
            kind: "text",
            text: "A list is complete: there are no pages to turn. Every record has an `id`, and with it an address of its own.",
          },
          {
            kind: "example",
            example: {
              name: "One show",
              code: codeFor({ ...get, url: origin + paths.show, result: "show", isList: false }),
              prints: "booking_until",
            },
          },
        ],
      },
      {
        anchor: "narrow",
        title: "Narrow it down",
        blocks: [
          {
            kind: "text",
            text: "Three lists take filters. Several filters must all match; one filter given several times matches any of its values. A value that matches nothing gives an empty list, not an error.",
          },
          {
            kind: "table",
            head: ["List", "Filters"],
            rows: [
              ["[`/api/productions`](/docs/productions#list-productions)", "`theatre_id`, `show_id`"],
              ["[`/api/cast-members`](/docs/cast-members#list-cast-members)", "`person_id`, `production_id`"],
              ["[`/api/roles`](/docs/roles#list-roles)", "`production_id`"],
            ],
          },
          {
            kind: "example",
            example: {
              name: "The productions of one theatre",
              code: codeFor({ ...get, url: origin + paths.productions, result: "productions", isList: true }),
              prints: "[1-9]\\d* productions; |show_id",
            },
          },
        ],
      },
      {
        anchor: "next",
        title: "Where to go from here",
        blocks: [
          {
            kind: "list",
            items: [
              `[Keys and limits](/docs/guides/keys-and-limits): ${limits.key.toLocaleString("en-GB")} requests a day.`,
              "[Polling for free](/docs/guides/polling): stay up to date and spend nothing while nothing changes.",
              "[What null means](/docs/guides/null), before you write `closing_date.slice(0, 4)`.",
              "The machine’s version of all this: [`/api/openapi.json`](/api/openapi.json), and [`/llms.txt`](/llms.txt).",
            ],
          },
        ],
      },
    ],
  };
}
