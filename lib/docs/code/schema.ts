/** One call of the API, to be written down in a language. Safe for the browser. */
export interface Call {
  method: string;
  /** The whole address, with its query. */
  url: string;
  /** What goes with it: nothing, an API key, or the session of somebody signed in. */
  credentials: "none" | "key" | "session";
  /** What is sent, as JSON; null for nothing. */
  body: unknown;
  /** What comes back, in words: `cast members`. */
  result: string;
  /** Whether that is a list: then its length is told, and not all of it. */
  isList: boolean;
}

/** The variable in which our examples look for the key. */
export const keyVariable = "THEATRE_LISTINGS_KEY";

/** The variable in which they look for the value of the session's cookie. */
export const sessionVariable = "THEATRE_LISTINGS_SESSION";

export const sessionCookie = "next-auth.session-token";

export const left = "requests left today";

/** The languages that the documentation speaks, in the order in which it offers them. */
export const languages = [
  { value: "curl", face: "curl" },
  { value: "javascript", face: "JavaScript" },
  { value: "python", face: "Python" },
  { value: "php", face: "PHP" },
] as const;

export type Language = (typeof languages)[number]["value"];

/** A program, or a part of one, in each of the languages. */
export type Code = Record<Language, string>;
