import type { AccountRole } from "../lib/db/generated/enums.ts";
import { issuedKey, type IssuedKey } from "../lib/keys/schema.browser.ts";
import type { TestService } from "./service.ts";
import { signedInAccount } from "./signed-in.ts";

interface JsonResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed text, if it is JSON. */
  body: unknown;
}

/** A signed-in developer, who requests their own data. */
export interface Developer {
  id: string;
  email: string;
  cookie: string;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<JsonResponse>;
  /** Creates a key. @throws when it is refused. */
  makeKey(name?: string, more?: Record<string, unknown>): Promise<IssuedKey>;
}

export async function developer(service: TestService, role: AccountRole = "developer"): Promise<Developer> {
  const account = await signedInAccount(service, role);
  const ask: Developer["ask"] = (method, path, body, headers) =>
    sendJson(service, method, path, body, { cookie: account.cookie, ...headers });
  return {
    ...account,
    ask,
    makeKey: async (name = "A key", more = {}) => issuedKey.parse((await ask("POST", "/keys", { name, ...more })).body),
  };
}

/** Sends a request with a JSON body, if any; a text is sent unchanged. */
export async function sendJson(
  service: TestService,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<JsonResponse> {
  const response = await service.get(`/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
}

/** The fields in a response's issues, in alphabetical order. */
export function invalidFieldsOf({ body }: Pick<JsonResponse, "body">): string[] {
  return (body as { issues: { path: string }[] }).issues.map(({ path }) => path).sort();
}

export function withKey(secret: string): RequestInit {
  return { headers: { Authorization: `Bearer ${secret}` } };
}
