import { describe, expect, test } from "vitest";
import { parseGuide } from "./parse-guide.ts";

const start = "# Order\n\nLists keep their order.\n\n";
const lists = `## Lists {#lists}

The newest:

<!-- prints: \\d+ "shows" -->
`;

describe("a guide's Markdown", () => {
  test("becomes a title, a summary and sections of texts, lists, tables and examples", () => {
    const text = `${start}${lists}\`\`\`sh
curl -s "$URL" | head
\`\`\`

\`\`\`python
print(1)
\`\`\`

\`\`\`http
HTTP/1.1 200 OK
\`\`\`

## Ids {#the-ids}

An \`id\` is **opaque**.

- one [link](/docs)
- two

| List | By |
| --- | --- |
| shows | \`a \\| b\` |
`;

    const example = {
      name: "The newest",
      prints: '\\d+ "shows"',
      code: { curl: 'curl -s "$URL" | head', python: "print(1)" },
      output: "HTTP/1.1 200 OK",
    };
    const blocks = [
      { kind: "text", text: "An `id` is **opaque**." },
      { kind: "list", items: ["one [link](/docs)", "two"] },
      { kind: "table", head: ["List", "By"], rows: [["shows", "`a | b`"]] },
    ];
    const sections = [
      { anchor: "lists", title: "Lists", blocks: [{ kind: "example", example }] },
      { anchor: "the-ids", title: "Ids", blocks },
    ];
    const summary = "Lists keep their order.";
    expect(parseGuide("order", text)).toEqual({ slug: "order", title: "Order", summary, text, sections });
  });

  test.each([
    ["a text without a title", "Lists keep their order.", /does not begin with its title/],
    ["a summary with marks", "# Order\n\nThe order of *lists*.", /must be plain/],
    ["a text before the first section", `${start}More.`, /outside of its sections/],
    ["a heading without an anchor", `${start}## Lists`, /no anchor: Lists/],
    ["code that is no example", `${start}## Lists {#lists}\n\n\`\`\`sh\nls\n\`\`\``, /can't show this: ```sh/],
    ["an example in an unknown language", `${start}${lists}\`\`\`ruby\nputs 1\n\`\`\``, /language: ruby/],
    ["a comment that is no pattern", `${start}## Lists {#lists}\n\nText.\n\n<!-- later -->`, /<!-- later -->/],
    ["a quotation, which no page can show", `${start}## Lists {#lists}\n\n> Quoted.`, /can't show this: > Quoted/],
  ])("is refused with the reason: %s", (_what, text, reason) => {
    expect(() => parseGuide("order", text)).toThrow(reason);
  });
});
