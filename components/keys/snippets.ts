import { exampleCode } from "@/lib/docs/code/example-code";
import { languages } from "@/lib/docs/code/schema";

/** A first request in four languages. Each takes the key from the environment and prints the remaining quota. */
export function snippetsFor(origin: string) {
  const code = exampleCode({
    method: "GET",
    url: `${origin}/api/shows`,
    credentials: "key",
    body: null,
    result: "shows",
    isList: true,
  });
  return languages.map(({ value, title }) => ({ value, title, content: title, text: code[value] }));
}
