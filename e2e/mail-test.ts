import type { Locator, Page } from "@playwright/test";
import { freePort } from "../scripts/services.mjs";
import { startMailServer, type MailServer, type ReceivedLetter } from "../test/mail-server";
import { test as base } from "./fixtures";
import { typeInto } from "./keyboard";
import { startE2eService, type RunningService } from "./service";

/** Its service mails, asks staff for a second factor, and has a name, because a passkey belongs to a domain. */
export const mailTest = base.extend<object, { mail: MailServer; service: RunningService }>({
  mail: [
    async ({}, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: "worker" },
  ],

  service: [
    async ({ backend, mail }, use) => {
      const port = String(await freePort());
      const origin = `http://localhost:${port}`;
      const settings = { ...mail.settings, SECOND_FACTOR: "staff", PORT: port, NEXTAUTH_URL: origin };
      const service = await startE2eService({ backend, settings });
      await use({ ...service, origin });
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export function linkIn({ text }: ReceivedLetter): string {
  return /^http:\S+$/m.exec(text)?.[0] ?? missing("link");
}

export function missing(what: string): never {
  throw new Error(`There is no ${what}.`);
}

/** Types into the field by keyboard, and sends the form. */
export async function enter(place: Page | Locator, label: string, text: string): Promise<void> {
  const page = "keyboard" in place ? place : place.page();
  await typeInto(page, place.getByLabel(label), text);
  await page.keyboard.press("Enter");
}
