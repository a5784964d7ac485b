import { keyVariable, type Language } from "./schema.browser.ts";

/** How the code of each language reads the key from the environment, and how it has the key itself in its place. */
const expressions: Record<Language, { read: string; literal: (key: string) => string }> = {
  curl: { read: `$${keyVariable}`, literal: (key) => key },
  javascript: { read: `\${process.env.${keyVariable}}`, literal: (key) => key },
  python: { read: `os.environ["${keyVariable}"]`, literal: (key) => `"${key}"` },
  php: { read: `getenv("${keyVariable}")`, literal: (key) => `"${key}"` },
};

/** Puts a key into an example, where its code reads the key from the environment. */
export function fillKey(language: Language, code: string, key: string): string {
  const { read, literal } = expressions[language];
  return code.replaceAll(read, () => literal(key));
}
