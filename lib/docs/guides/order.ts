import "server-only";
import type { Guide, Setting } from "./schema.ts";

export function order({ origin }: Setting): Guide {
  return {
    slug: "order",
    title: "Order",
    summary: "Lists come in the same order every time, and which one is a promise.",
    sections: [
      {
        anchor: "lists",
        title: "How each list is ordered",
        blocks: [
          {
            kind: "table",
            head: ["List", "By"],
            rows: [
              ["shows, theatres, people, roles", "`name`, without regard to case"],
              ["productions", "`opening_date`, newest first"],
              [
                "cast members",
                "`production_id`, then `billing_order` (those without one last), then `role_type` (principal, ensemble, understudy, swing, standby, alternate), then the person’s name",
              ],
            ],
          },
          {
            kind: "text",
            text: "Where these are equal, the `id` decides. A filter keeps the order of what it leaves.",
          },
          {
            kind: "example",
            example: {
              name: "The newest production comes first",
              code: {
                curl: `curl -s ${origin}/api/productions | head -c 200`,
                javascript: `const [newest] = await (await fetch("${origin}/api/productions")).json();
console.log(newest.show.name, newest.opening_date);`,
                python: `import json, urllib.request

with urllib.request.urlopen("${origin}/api/productions") as response:
    newest = json.load(response)[0]
print(newest["show"]["name"], newest["opening_date"])`,
                php: `<?php
[$newest] = json_decode(file_get_contents("${origin}/api/productions"), true);
echo $newest["show"]["name"], " ", $newest["opening_date"], "\\n";`,
              },
              prints: "\\d{4}-\\d\\d-\\d\\d",
            },
          },
        ],
      },
      {
        anchor: "ids",
        title: "Ids",
        blocks: [
          {
            kind: "text",
            text: "An `id` is an opaque text, and stays what it is for as long as the record lives. Some can be read, others are UUIDs: take them from the lists, never make them up.",
          },
        ],
      },
    ],
  };
}
