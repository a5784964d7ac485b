import type { BrowserContext } from "@playwright/test";

/** What the pages of one test complain of: none may, but of what the test does to them on purpose. */
export class Complaints {
  private readonly found: string[] = [];
  private readonly meant: RegExp[] = [];

  /** What this test provokes, as the browser will put it. */
  provoke(...words: RegExp[]): void {
    this.meant.push(...words);
  }

  /** Complaints that nobody provoked. */
  get unmeant(): string[] {
    return this.found.filter((complaint) => !this.meant.some((words) => words.test(complaint)));
  }

  /** Console errors and warnings, uncaught exceptions, violated policies, and requests to other hosts than `origin`. */
  async watch(context: BrowserContext, origin: string): Promise<void> {
    context.on("console", (message) => {
      const type = message.type();
      if (type === "error" || type === "warning") this.found.push(`${type}: ${message.text()}`);
    });
    context.on("weberror", (error) => this.found.push(`uncaught: ${error.error().message}`));
    context.on("request", (request) => {
      const isInline = /^(data|blob):/.test(request.url());
      if (!isInline && new URL(request.url()).origin !== origin) this.found.push(`went out: ${request.url()}`);
    });
    await context.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`policy violated: ${violatedDirective} by ${blockedURI}`),
      ),
    );
  }
}

/** How a browser puts that an answer had one of these statuses. */
export function answered(...statuses: number[]): RegExp {
  return new RegExp(`responded with a status of (${statuses.join("|")}) `);
}

/** How it puts that it has no network. */
export const isOffline = /net::ERR_INTERNET_DISCONNECTED/;
