// Measures the pages as a phone would see them: `npm run lighthouse`, or `npm run lighthouse -- /docs` for some of them.
// Lighthouse itself is fetched by npx when it is first wanted: too heavy to be everybody's dependency.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { findBrowser } from "./browser.mjs";
import { root } from "./build.mjs";

const lighthouse = "lighthouse@12.8.2";
const asked = 95;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const administrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };
const everyPage = [
  { path: "/" },
  { path: "/docs" },
  { path: "/docs/cast-members" },
  { path: "/docs/guides/polling" },
  { path: "/sign-in" },
  // What is somebody's own is for no search engine.
  { path: "/developers", isSignedIn: true, without: ["seo"] },
  { path: "/dashboard", isSignedIn: true, without: ["seo"] },
];

const wanted = process.argv.slice(2);
const pages = wanted.length === 0 ? everyPage : everyPage.filter((page) => wanted.includes(page.path));
const folder = mkdtempSync(path.join(tmpdir(), "theatre-lighthouse-"));
const service = await start();
try {
  const cookie = await signIn();
  console.log(["page".padEnd(24), ...categories.map((name) => name.padStart(15))].join(""));
  let missed = 0;
  for (const page of pages) missed += report(page, measured(page, cookie));
  console.log(missed === 0 ? `All at ${asked} or above.` : `${missed} below ${asked}.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  service.child.kill("SIGTERM");
  await once(service.child, "exit");
  rmSync(folder, { recursive: true, force: true });
}

function report({ path: place, without = [] }, { scores, notes }) {
  const cells = categories.map((name) => (without.includes(name) ? "–" : String(scores[name])).padStart(15));
  console.log([place.padEnd(24), ...cells].join(""));
  for (const note of notes) console.log(`    ${note}`);
  return categories.filter((name) => !without.includes(name) && scores[name] < asked).length;
}

function measured({ path: place, isSignedIn = false, without = [] }, cookie) {
  const output = path.join(folder, "report.json");
  const headers = path.join(folder, "headers.json");
  writeFileSync(headers, JSON.stringify(isSignedIn ? { Cookie: cookie } : {}));
  const only = categories.filter((name) => !without.includes(name)).join(",");
  const ran = spawnSync(
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
    { cwd: folder, encoding: "utf8", env: { ...process.env, CHROME_PATH: findBrowser() ?? "" } },
  );
  if (ran.status !== 0) throw new Error(`Lighthouse could not be run:\n${ran.stderr}`);
  const result = JSON.parse(readFileSync(output, "utf8"));
  const scores = Object.fromEntries(
    Object.entries(result.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  return { scores, notes: shortfalls(result, scores) };
}

/** What keeps a category from what is asked of it. */
function shortfalls({ categories: measuredCategories, audits }, scores) {
  return Object.entries(measuredCategories)
    .filter(([name]) => scores[name] < asked)
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id}: ${audits[id].displayValue ?? audits[id].title}`);
}

/** The service as `npm start` runs it, with a database of its own. */
async function start() {
  const child = spawn(process.execPath, [path.join(root, "scripts/run.mjs"), "server"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
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
  throw new Error("The service ended before it was served.");
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
