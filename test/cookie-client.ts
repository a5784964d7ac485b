/** A client that keeps cookies per origin and follows redirects only on request. */
export class CookieClient {
  readonly #jars = new Map<string, Map<string, string>>();

  /** @param address sent in `X-Forwarded-For`. */
  constructor(
    readonly testDatabase: string,
    readonly address: string,
  ) {}

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.testDatabase);
    const jar = this.#jarOf(url.origin);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("x-forwarded-for", this.address);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";", 1);
      const equals = pair.indexOf("=");
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(pair.slice(0, equals));
      else jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return response;
  }

  cookie(name: string): string | undefined {
    return this.#jarOf(this.testDatabase).get(name);
  }

  setCookie(name: string, value: string): void {
    this.#jarOf(this.testDatabase).set(name, value);
  }

  #jarOf(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  /**
   * Follows redirects from `path` and returns their addresses. Stops before requesting an address for which `isEnd`
   * is true.
   */
  async follow(path: string, isEnd: (url: string) => boolean = () => false): Promise<string[]> {
    const way = [new URL(path, this.testDatabase).href];
    for (let steps = 0; steps < 12; steps += 1) {
      const here = way.at(-1) ?? "";
      if (isEnd(here)) return way;
      const next = (await this.send(here)).headers.get("location");
      if (next === null) return way;
      way.push(new URL(next, here).href);
    }
    return way;
  }

  /** Sends one of next-auth's actions, as its own client does. */
  async act(action: string, fields: Record<string, string> = {}): Promise<{ status: number; url: string }> {
    const { csrfToken } = (await (await this.send("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
    const response = await this.send(`/api/auth/${action}`, { method: "POST", body });
    const { url = "" } = (await response.json()) as { url?: string };
    return { status: response.status, url };
  }

  /** The signed-in account according to next-auth; null when there is none. */
  async whoAmI(): Promise<string | null> {
    const { user } = (await (await this.send("/api/auth/session")).json()) as { user?: { email: string } };
    return user?.email ?? null;
  }
}
