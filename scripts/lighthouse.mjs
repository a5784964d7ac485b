// `npm run lighthouse` measures the pages as on a phone, with the median of three runs; `-- /docs --runs 1` selects
// pages and runs. Lighthouse simulates the phone from this machine's speed, so a slow machine lowers the scores; its
// benchmark index is printed beside them. npx downloads Lighthouse on first use, because it is too large for a
// dependency.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findBrowser, headlessOptions } from "./browser.mjs";
import { buildPages, generateClient, root } from "./build.mjs";
import { withoutEnvFiles } from "./env-files.mjs";

const lighthouse = "lighthouse@12.8.2";
const asked = 95;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const administrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };
const everyPage = [
  { path: "/" },
  { path: "/docs" },
  { path: "/docs/cast-members" },
  { path: "/docs/guides/polling" },
  { path: "/on" },
  { path: "/shows" },
  { path: "/shows/hamilton" },
  { path: "/theatres" },
  { path: "/theatres/london-palladium" },
  { path: "/people/alexia-khadime" },
  { path: "/who" },
  { path: "/sign-in" },
  // Search engines do not index personal pages.
  { path: "/developers", isSignedIn: true, without: ["seo"] },
  { path: "/dashboard", isSignedIn: true, without: ["seo"] },
];

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" } },
});
const runs = Math.max(1, Number(options.runs) || 1);
const pages = wanted.length === 0 ? everyPage : everyPage.filter((page) => wanted.includes(page.path));
const folder = mkdtempSync(path.join(tmpdir(), "theatre-lighthouse-"));
const service = await start();
try {
  const cookie = await signIn();
  const head = [...categories, "LCP ", "TBT   ", "CLS", "scripts", "fonts", "benchmark index"];
  console.log(row("page", head, head));
  let missed = 0;
  for (const page of pages) missed += report(page, middleOf(page, cookie), head);
  console.log(missed === 0 ? `All at ${asked} or above.` : `${missed} below ${asked}.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  service.child.kill("SIGTERM");
  await once(service.child, "exit");
  rmSync(folder, { recursive: true, force: true });
}

function report({ path: place, without = [] }, result, head) {
  const scores = scoresOf(result);
  const marks = categories.map((name) => (without.includes(name) ? "–" : scores[name]));
  console.log(row(place, [...marks, ...figuresOf(result)], head));
  for (const note of shortfalls(result, scores)) console.log(`    ${note}`);
  return categories.filter((name) => !without.includes(name) && scores[name] < asked).length;
}

/** The cells of a row, each as wide as its heading. */
function row(first, cells, head) {
  return [first.padEnd(22), ...cells.map((cell, index) => String(cell).padStart(head[index].length + 2))].join("");
}

/** The run with the median performance. */
function middleOf(page, cookie) {
  const results = Array.from({ length: runs }, () => measured(page, cookie));
  const byPerformance = results.sort((one, other) => scoresOf(one).performance - scoresOf(other).performance);
  return byPerformance[Math.floor((runs - 1) / 2)];
}

/**
 * One run, repeated once if Chromium's trace lacks the start of the page (NO_NAVSTART), as it can on a busy machine.
 */
function measured(page, cookie) {
  const first = ran(page, cookie);
  if (first.result) return first.result;
  console.log(`    ${page.path} again, because Lighthouse could not use the first run: ${first.trouble}`);
  const { result, trouble } = ran(page, cookie);
  if (!result) throw new Error(`Lighthouse could not be run on ${page.path}: ${trouble}`);
  return result;
}

/** Lighthouse's result, or the reason why there is none. */
function ran({ path: place, isSignedIn = false, without = [] }, cookie) {
  const output = path.join(folder, "report.json");
  const headers = path.join(folder, "headers.json");
  writeFileSync(headers, JSON.stringify(isSignedIn ? { Cookie: cookie } : {}));
  const only = categories.filter((name) => !without.includes(name)).join(",");
  const { status, stderr } = spawnSync(
    "npx",
    [
      "--yes",
      lighthouse,
      service.origin + place,
      "--quiet",
      "--output=json",
      `--output-path=${output}`,
      `--extra-headers=${headers}`,
      `--only-categories=${only}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run",
    ],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CHROME_PATH: findBrowser() ?? headlessOptions()?.executablePath ?? "" },
    },
  );
  return status === 0
    ? { result: JSON.parse(readFileSync(output, "utf8")) }
    : {
        trouble:
          stderr
            .trim()
            .split("\n")
            .find((line) => /error|:/i.test(line)) ?? "it said nothing",
      };
}

function scoresOf({ categories: measuredCategories }) {
  return Object.fromEntries(
    Object.entries(measuredCategories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
}

/** Beside the scores: simulated times, transferred bytes, and the machine's benchmark index. */
function figuresOf({ audits, environment }) {
  const seconds = (name) => `${(audits[name].numericValue / 1000).toFixed(1)} s`;
  const requests = audits["network-requests"].details.items;
  const bytes = (type) =>
    requests
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  return [
    seconds("largest-contentful-paint"),
    `${Math.round(audits["total-blocking-time"].numericValue)} ms`,
    audits["cumulative-layout-shift"].numericValue.toFixed(2),
    `${Math.round(bytes("Script") / 1000)} kB`,
    `${Math.round(bytes("Font") / 1000)} kB`,
    Math.round(environment.benchmarkIndex),
  ];
}

/** The audits that lower a category's score below the required one. */
function shortfalls({ categories: measuredCategories, audits }, scores) {
  return Object.entries(measuredCategories)
    .filter(([name]) => scores[name] < asked)
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id}: ${audits[id].displayValue ?? audits[id].title}`);
}

/** The service as `npm start` runs it, with its own database. */
async function start() {
  generateClient();
  buildPages();
  const child = spawn(process.execPath, [path.join(root, "scripts/run.mjs"), "server"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...withoutEnvFiles,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: path.join(folder, "data"),
      SEED: "westend",
      DATABASE_URL: "",
      UPSTASH_REDIS_REST_URL: "",
      UPSTASH_REDIS_REST_TOKEN: "",
      NEXTAUTH_URL: "",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
  });
  for await (const line of createInterface(child.stdout)) {
    const origin = /http:\/\/\S+:\d+/.exec(line)?.[0];
    if (origin) return { child, origin };
  }
  throw new Error("The service ended before it was ready.");
}

async function signIn() {
  const ask = await fetch(`${service.origin}/api/auth/csrf`);
  const { csrfToken } = await ask.json();
  const body = new URLSearchParams({ ...administrator, csrfToken, json: "true" });
  const answer = await fetch(`${service.origin}/api/auth/callback/credentials`, {
    method: "POST",
    body,
    headers: { Cookie: cookiesOf(ask) },
    redirect: "manual",
  });
  return cookiesOf(answer);
}

function cookiesOf(response) {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
