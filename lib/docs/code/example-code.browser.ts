/** A call of the API, to be written as code. Safe for the browser. */
export interface ExampleCall {
  method: string;
  /** The full address, with its query. */
  url: string;
  /** The credentials to send: none, an API key, or the session of a signed-in user. */
  credentials: "none" | "key" | "session";
  /** Sent as JSON; null for none. */
  body: unknown;
  /** What the response contains, in words: `cast members`. */
  result: string;
  /** Whether that is a list; the code then prints its length instead of all of it. */
  isList: boolean;
  isText?: boolean;
}

/** The environment variable from which the examples read the key. */
export const keyVariable = "THEATRE_LISTINGS_KEY";

/** The environment variable from which they read the session cookie. */
export const sessionVariable = "THEATRE_LISTINGS_SESSION";

const sessionCookie = "next-auth.session-token";

export const requestsLeftText = "requests left today";

/** The languages of the examples, in the order in which they are offered. */
export const languages = [
  { value: "curl", title: "curl" },
  { value: "javascript", title: "JavaScript" },
  { value: "python", title: "Python" },
] as const;

export type Language = (typeof languages)[number]["value"];

/** A program, or a part of one, in each language. */
export type Code = Record<Language, string>;

/** A cookie with the language that the reader chose, so that the server knows the choice when it renders. */
export const languageCookie = "language";

export function exampleCode(call: ExampleCall): Code {
  return { curl: curl(call), javascript: javascript(call), python: python(call) };
}

/** The language that a cookie or a form names. */
export function parseLanguage(text: string | undefined): Language {
  return languages.find(({ value }) => value === text)?.value ?? "curl";
}

/** How the code of each language reads the key from the environment. */
const keyReads: Record<Language, string> = {
  curl: `$${keyVariable}`,
  javascript: `\${process.env.${keyVariable}}`,
  python: `os.environ["${keyVariable}"]`,
};

/** Puts a key into an example, where its code reads the key from the environment. */
export function fillKey(language: Language, code: string, key: string): string {
  return code.replaceAll(keyReads[language], () => (language === "python" ? `"${key}"` : key));
}

export function curl({ method, url, credentials, body }: ExampleCall): string {
  const address = /[?&]/.test(url) ? `"${url}"` : url;
  const parts = [
    method === "GET" ? `curl -i ${address}` : `curl -i -X ${method} ${address}`,
    ...(credentials === "key" ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    ...(credentials === "session" ? [`-b "${sessionCookie}=$${sessionVariable}"`] : []),
    ...(body === null ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** For Node, Deno and Bun, as a module. */
function javascript({ method, url, credentials, body, result, isList, isText }: ExampleCall): string {
  // `cast members` as `castMembers`.
  const name = result.toLowerCase().replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const headers = [
    ...(body === null ? [] : [`"Content-Type": "application/json"`]),
    ...(credentials === "key" ? [`Authorization: \`Bearer \${process.env.${keyVariable}}\``] : []),
    ...(credentials === "session" ? [`Cookie: \`${sessionCookie}=\${process.env.${sessionVariable}}\``] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(body === null ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)})`]),
  ];
  const init = options.length === 0 ? "" : `, {\n${options.map((option) => `  ${option},\n`).join("")}}`;
  const told = isList
    ? `${name}.length, "${result};", response.headers.get("X-RateLimit-Remaining"), "${requestsLeftText}"`
    : name;
  return `const response = await fetch("${url}"${init});
if (!response.ok) throw new Error((await response.json()).error);
const ${name} = await response.${isText ? "text" : "json"}();
console.log(${told});`;
}

/** Uses only Python's standard library. */
function python({ method, url, credentials, body, result, isList, isText }: ExampleCall): string {
  const name = result.toLowerCase().replaceAll(" ", "_");
  const headers = [
    ...(body === null ? [] : [`"Content-Type": "application/json"`]),
    ...(credentials === "key" ? [`"Authorization": "Bearer " + os.environ["${keyVariable}"]`] : []),
    ...(credentials === "session" ? [`"Cookie": "${sessionCookie}=" + os.environ["${sessionVariable}"]`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(body === null ? [] : [`data=json.dumps(${indented(inPython(body), 4)}).encode()`]),
  ];
  const request =
    options.length === 0
      ? `request = "${url}"`
      : `request = urllib.request.Request(\n    "${url}",\n${options.map((option) => `    ${option},\n`).join("")})`;
  const told = isList
    ? `len(${name}), "${result};", response.headers["X-RateLimit-Remaining"], "${requestsLeftText}"`
    : name;
  return `import json${credentials === "none" ? "" : ", os"}, urllib.request

${request}
with urllib.request.urlopen(request) as response:
    ${name} = ${isText ? "response.read().decode()" : "json.load(response)"}
    print(${told})`;
}

function inPython(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
    (text, word: string | undefined) => (word ? (pythonWords[word] ?? text) : text),
  );
}

const pythonWords: Record<string, string> = { true: "True", false: "False", null: "None" };

/** All lines but the first with so many more spaces before them. */
function indented(text: string, spaces: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
}
