import { account, responseJson, send, type ConformanceResponse } from "./client.ts";
import { isObject } from "./expect.ts";
import { settings } from "./settings.ts";

/** A session, opened through next-auth. */
export interface StaffSession {
  /** Ends the session. @returns its cookie, to check that it no longer works. */
  signOut(): Promise<string>;
}

/** @returns null when the service refuses the sign-in. */
export async function openSession(credentials: { email: string; password: string }): Promise<StaffSession | null> {
  const jar = new Map<string, string>();
  const post = async (action: string, fields: Record<string, string>) => {
    const csrf = responseJson(await sendWith(jar, "GET", "/api/auth/csrf"));
    const csrfToken = isObject(csrf) ? String(csrf["csrfToken"]) : "";
    const body = new URLSearchParams({ ...fields, csrfToken, json: "true" }).toString();
    return sendWith(jar, "POST", `/api/auth/${action}`, body);
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  await post("callback/credentials", credentials);
  const session = responseJson(await sendWith(jar, "GET", "/api/auth/session"));
  if (!isObject(session) || !isObject(session["user"])) return null;
  account.cookie = cookies();
  return {
    signOut: async () => {
      const cookie = cookies();
      await post("signout", {});
      return cookie;
    },
  };
}

async function sendWith(
  jar: Map<string, string>,
  method: string,
  path: string,
  body: string | null = null,
): Promise<ConformanceResponse> {
  const response = await send(path, {
    method,
    by: "address",
    headers: {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(body === null ? {} : { "content-type": "application/x-www-form-urlencoded", origin: settings.origin }),
    },
    body,
  });
  for (const cookie of response.headers["set-cookie"] ?? []) {
    const [pair = ""] = cookie.split(";", 1);
    const equals = pair.indexOf("=");
    const isOver = /max-age=0|expires=thu, 01 jan 1970/i.test(cookie);
    if (isOver) jar.delete(pair.slice(0, equals));
    else jar.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return response;
}
