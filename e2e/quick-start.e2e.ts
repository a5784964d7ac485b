import { languages } from "../lib/docs/code/schema.browser";
import { missingFor, runExample } from "../test/run-example";
import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { issueKey } from "./portal-page";

for (const { value: language, title } of languages) {
  test(`the first request in ${title} runs as shown, and prints the remaining quota`, async ({ page }) => {
    test.skip(missingFor(language) !== null, `${missingFor(language)} is not installed here.`);
    await signedInPerson(page.request);
    await page.goto("/developers");
    const key = await issueKey(page, "Probe");
    // A new key is filled in until the page is loaded again.
    await page.reload();
    await page.getByRole("radio", { name: title, exact: true }).check();
    const example = await page.getByRole("group", { name: `First request with ${title}` }).innerText();

    const { stdout, stderr, status } = await runExample(language, example, { THEATRE_LISTINGS_KEY: key });

    expect([status, stderr.includes("Error")]).toEqual([0, false]);
    expect(stdout.toLowerCase()).toMatch(language === "curl" ? /x-ratelimit-remaining: 24/ : /\d+ shows.*24/s);
  });
}
