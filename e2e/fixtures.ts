import {
  test as base,
  expect,
  request,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from "@playwright/test";
import { ConsoleErrors } from "./console-errors";
import { followPages } from "./page-state";
import { apiSignIn, setRole, signedInPerson, type TestPerson, type TestRole } from "./people";
import { administrator, startE2eService, type Backend, type RunningService } from "./service";

let clients = 0;

interface StaffMember extends TestPerson {
  id: string;
  page: Page;
}

interface Fixtures {
  /** Watches every page of every window; a complaint fails the test. */
  complaints: ConsoleErrors;
  /** A new account with the role, in its own browser context. */
  signedIn(role: TestRole): Promise<StaffMember>;
  /** The page of a new editor. */
  editor: Page;
}

export const test = base.extend<
  Fixtures,
  { backend: Backend; service: RunningService; administrators: APIRequestContext }
>({
  backend: ["embedded", { scope: "worker", option: true }],

  service: [
    async ({ backend }, use) => {
      const service = await startE2eService({ backend });
      await use(service);
      await service.stop();
    },
    // The first start may include a build and a new database.
    { scope: "worker", timeout: 300_000 },
  ],

  // Signs in once, because hashing a password takes a quarter of a second.
  administrators: [
    async ({ service }, use) => {
      const context = await request.newContext({ baseURL: service.origin });
      await apiSignIn(context, administrator);
      await use(context);
      await context.dispose();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ service }, use) => use(service.origin),

  // The client's address, as a proxy would send it; each client has its own quota.
  // Playwright reads the needed fixtures from this pattern, even if there are none.
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": newAddress() }),

  complaints: [
    async ({ browser, service, javaScriptEnabled }, use) => {
      const complaints = new ConsoleErrors();
      const watch = (context: BrowserContext) => {
        void complaints.watch(context, service.origin);
        if (javaScriptEnabled) followPages(context);
      };
      browser.on("context", watch);
      await use(complaints);
      browser.off("context", watch);
      expect(complaints.unmeant).toEqual([]);
    },
    { auto: true },
  ],

  signedIn: async ({ service, administrators, browser, colorScheme, viewport }, use) => {
    const opened: StaffMember[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        baseURL: service.origin,
        extraHTTPHeaders: { "X-Forwarded-For": newAddress() },
        colorScheme: colorScheme ?? "light",
        viewport,
      });
      const person = await signedInPerson(context.request, role);
      const accounts: { id: string; email: string }[] = await (await administrators.get("/api/accounts")).json();
      const id = accounts.find(({ email }) => email === person.email)?.id ?? "";
      if (person.role !== role) await setRole(administrators, { id }, role);
      const member = { ...person, id, page: await context.newPage() };
      opened.push(member);
      return member;
    });
    for (const { page } of opened) await page.context().close();
  },

  editor: async ({ signedIn }, use) => use((await signedIn("editor")).page),
});

export { expect };

/** From a block reserved for tests (RFC 2544), so that tests do not share quotas. */
function newAddress(): string {
  clients += 1;
  return `198.18.${clients >> 8}.${clients & 255}`;
}
