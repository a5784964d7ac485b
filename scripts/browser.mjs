// Which Chromium the browser tests run in: Playwright's own, or one that the machine has.
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const windowless = ["chromium-headless-shell", "chrome-headless-shell"];
const places = [
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The browser that Playwright launches without a window. A full browser draws a window around each page even when hidden,
 * which takes as long as the page, so a headless one is preferred.
 *
 * @returns options of Playwright's `launch`; null when there is no browser.
 */
export function headlessOptions() {
  // Playwright's own comes with one of each, of which it takes the right one by itself.
  if (existsSync(chromium.executablePath())) return {};
  return firstOf([...installed(windowless), ...installed(names), ...places]);
}

/** The same with a visible window. */
export function headedOptions() {
  return firstOf([chromium.executablePath(), ...installed(names), ...places]);
}

function firstOf(files) {
  const executablePath = files.find((file) => existsSync(file));
  return executablePath ? { executablePath } : null;
}

function installed(programs) {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/bin"];
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}
