// Which Chromium the browser tests run in: Playwright's own, or one that the machine has.
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const places = [
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Its program, or null where there is none. */
export function findBrowser() {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/bin"];
  const candidates = [
    chromium.executablePath(),
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
    ...places,
  ];
  return candidates.find((file) => existsSync(file)) ?? null;
}
