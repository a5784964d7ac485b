import type { BrowserContext } from "@playwright/test";

/** Console complaints of a test's pages. None are allowed, except those that the test provokes. */
export class ConsoleErrors {
  private readonly found: string[] = [];
  private readonly meant: RegExp[] = [];

  /** The expected complaints, as the browser words them. */
  provoke(...words: RegExp[]): void {
    this.meant.push(...words);
  }

  /** The unexpected complaints. */
  get unmeant(): string[] {
    return this.found.filter((complaint) => !this.meant.some((words) => words.test(complaint)));
  }

  /** Console errors and warnings, uncaught exceptions, violated policies, and requests to other hosts than `origin`. */
  async watch(context: BrowserContext, origin: string): Promise<void> {
    context.on("console", (message) => {
      const type = message.type();
      if (type === "error" || type === "warning")
        this.found.push(`${type}: ${message.text()} (${message.location().url})`);
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

/** The browser's message for a response with one of these statuses. */
export function statusError(...statuses: number[]): RegExp {
  return new RegExp(`responded with a status of (${statuses.join("|")}) `);
}

/** The browser's message for a missing network. */
export const offlineError = /net::ERR_INTERNET_DISCONNECTED/;
