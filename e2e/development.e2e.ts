import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { withoutEnvFiles } from "../scripts/env-files.mjs";
import { TreeCopy } from "../test/seventh-resource";

test("npm run dev shows a changed page and a changed component in the open tab @full", async ({ page }) => {
  test.setTimeout(300_000);
  const copy = new TreeCopy("development");
  const dev = spawn(process.execPath, ["scripts/dev.mjs"], {
    cwd: copy.folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...withoutEnvFiles, HOST: "127.0.0.1", PORT: "0", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const ended = once(dev, "exit");
  try {
    let origin: string | undefined;
    for await (const line of createInterface(dev.stdout)) {
      origin = /served on (http:\/\/\S+:\d+)/.exec(line)?.[1];
      if (origin) break;
    }
    dev.stdout.resume();
    const isConnected = page.waitForEvent("console", {
      predicate: (message) => message.text().includes("[HMR] connected"),
      timeout: 120_000,
    });
    await page.goto(`${origin}/terms`, { timeout: 120_000 });
    await isConnected;
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    for (const [file, before, after] of [
      ["app/terms/page.tsx", "No warranty", "No promise"],
      ["components/layout/footer.tsx", "Check with the box office", "Ask the box office"],
    ] as const) {
      const place = path.join(copy.folder, file);
      writeFileSync(place, readFileSync(place, "utf8").replace(before, after));
      await expect(page.getByText(after)).toBeVisible({ timeout: 60_000 });
    }
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  } finally {
    dev.kill("SIGTERM");
    await ended;
    copy.remove();
  }
});
