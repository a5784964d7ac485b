import { spawnSync } from "node:child_process";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { makeKey } from "./portal-page";

/** How somebody would run each language's example, and what says that the program is there. */
const runs = {
  curl: { program: "bash", flags: (text: string) => ["-c", text], needs: "curl" },
  JavaScript: {
    program: process.execPath,
    flags: (text: string) => ["--input-type=module", "-e", text],
    needs: process.execPath,
  },
  Python: { program: "python3", flags: (text: string) => ["-c", text], needs: "python3" },
  PHP: { program: "php", flags: (text: string) => ["-r", text.replace(/^<\?php\n/, "")], needs: "php" },
};

for (const [language, { program, flags, needs }] of Object.entries(runs)) {
  test(`the first call in ${language} works as it stands on the page, and says what is left`, async ({ page }) => {
    test.skip(spawnSync(needs, ["--version"]).status !== 0, `${needs} is not installed here.`);
    await signUp(page.request);
    await page.goto("/developers");
    const key = await makeKey(page, "Probe");
    await page.getByRole("radio", { name: language, exact: true }).check();
    const example = await page.getByRole("group", { name: `A first call with ${language}` }).innerText();

    const { stdout, stderr, status } = spawnSync(program, flags(example), {
      env: { ...process.env, FORCE_COLOR: "0", THEATRE_LISTINGS_KEY: key },
      encoding: "utf8",
    });

    expect([status, stderr.includes("Error")]).toEqual([0, false]);
    expect(stdout.toLowerCase()).toMatch(language === "curl" ? /x-ratelimit-remaining: 24/ : /\d+ shows.*24/s);
  });
}
