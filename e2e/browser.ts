import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { LaunchOptions } from "@playwright/test";
import { headlessOptions, headedOptions } from "../scripts/browser.mjs";

/** A browser that sends no requests of its own. */
const quiet = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // A name that is not the machine's own: a page there over plain http has no secure context.
  "--host-resolver-rules=MAP listings.test 127.0.0.1",
];

// Playwright's workers don't inherit its flags.
if (process.argv.some((flag) => /^--(headed|ui|debug)\b/.test(flag))) process.env["E2E_WATCHED"] = "yes";

/** Playwright's own browser if it is installed, else the system's. */
export function browserFor(): LaunchOptions {
  const isWatched = process.env["E2E_WATCHED"] === "yes" || Boolean(process.env["PWDEBUG"]);
  // Chromium's sandbox doesn't work for root, nor in most CI containers.
  const isUnboxed = process.getuid?.() === 0 || Boolean(process.env["CI"]);
  const browser = isWatched ? headedOptions() : headlessOptions();
  return { ...browser, args: isUnboxed ? ["--no-sandbox", ...quiet] : quiet };
}

/** Playwright records videos with its own ffmpeg, installed along with its browsers. */
export function canRecordVideo(): boolean {
  const places = [process.env["PLAYWRIGHT_BROWSERS_PATH"], path.join(homedir(), ".cache/ms-playwright")];
  return places.some(
    (place) => place !== undefined && existsSync(place) && readdirSync(place).some((name) => name.startsWith("ffmpeg")),
  );
}
