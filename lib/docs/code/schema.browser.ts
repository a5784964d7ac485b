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
  /** Whether the response is a text and not JSON. */
  isText?: boolean;
}

/** The environment variable from which the examples read the key. */
export const keyVariable = "THEATRE_LISTINGS_KEY";

/** The environment variable from which they read the session cookie. */
export const sessionVariable = "THEATRE_LISTINGS_SESSION";

export const sessionCookie = "next-auth.session-token";

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
