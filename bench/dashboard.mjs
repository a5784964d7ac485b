// `npm run bench:dashboard`: the list of 20,000 cast members in Chromium: how long a keystroke takes to be shown and
// answered, and the frame rate of scrolling.
import { chromium } from "@playwright/test";
import { headlessOptions } from "../scripts/browser.mjs";
import { benchAdministrator, createCastMembers } from "./fill.mjs";
import { buildAll, startProductionServer, temporaryFolder, stopAll } from "./servers.mjs";

const members = Number(process.env.BENCH_MEMBERS ?? 20_000);

await buildAll();
try {
  const settings = { DATA_DIR: temporaryFolder(), NEXTAUTH_URL: "" };
  const { url } = await startProductionServer(settings);
  const browser = await chromium.launch({ ...headlessOptions(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const seconds = await createCastMembers(url, members);
    console.log(`${members} cast members created as one change in ${seconds.toFixed(1)} s`);
    await measure(await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } }));
  } finally {
    await browser.close();
  }
} finally {
  await stopAll();
}

async function measure(context) {
  await signIn(context.request);
  const page = await context.newPage();
  const started = performance.now();
  await page.goto("/dashboard/cast-members");
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.waitFor();
  console.log(`the list opens in ${Math.round(performance.now() - started)} ms`);
  await type(page, search);
  await scroll(page);
}

async function signIn(api) {
  const { csrfToken } = await (await api.get("/api/auth/csrf")).json();
  const form = { ...benchAdministrator, csrfToken, json: "true" };
  await api.post("/api/auth/callback/credentials", { form });
}

/** For each keystroke: until the control shows it, and until the list has updated. */
async function type(page, search) {
  await page.evaluate(() => {
    const seen = (globalThis.seen = { shown: [], answered: [] });
    let pressed = 0;
    const later = (times) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)));
    document.addEventListener("keydown", () => (pressed = performance.now()), true);
    document.addEventListener("input", () => later(seen.shown), true);
    const count = [...document.querySelectorAll("[role=status]")].find((one) => /cast members/.test(one.textContent));
    new MutationObserver(() => later(seen.answered)).observe(count, {
      subtree: true,
      characterData: true,
      childList: true,
    });
  });
  // The last key of each word changes the result.
  for (const word of ["thornton 199", "zoe 7", "hamilton ensemble 42"]) {
    await search.fill("");
    for (const key of word) {
      await search.press(key === " " ? "Space" : key);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 120)));
    }
  }
  const { shown, answered } = await page.evaluate(() => globalThis.seen);
  console.log(`typing: a key is shown after ${figures(shown)}, answered after ${figures(answered)}`);
  await search.fill("");
}

/** Scrolls by wheel for ten seconds, while Chromium records each frame. */
async function scroll(page) {
  const { width, height } = page.viewportSize();
  const client = await page.context().newCDPSession(page);
  const events = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const gaps = page.evaluate(rhythm, 10_000);
  await client.send("Tracing.start", {
    categories: "disabled-by-default-devtools.timeline.frame",
    transferMode: "ReportEvents",
  });
  const started = performance.now();
  for (const yDistance of [-40_000, 40_000, -40_000, 40_000])
    await client.send("Input.synthesizeScrollGesture", {
      x: width / 2,
      y: height / 2,
      yDistance,
      speed: 16_000,
      gestureSourceType: "mouse",
    });
  const seconds = (performance.now() - started) / 1000;
  const complete = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
  await client.send("Tracing.end");
  await complete;
  const count = (name) => events.filter((event) => event.name === name).length;
  console.log(
    `scrolling: ${(count("DrawFrame") / seconds).toFixed(1)} frames a second drawn, ${count("DroppedFrame")} of ${count("BeginFrame")} dropped; between two frames of the page ${figures(await gaps)}`,
  );
}

/** The time between two frames, measured in the page. */
function rhythm(milliseconds) {
  return new Promise((resolve) => {
    const gaps = [];
    const first = performance.now();
    let last = first;
    const frame = (now) => {
      gaps.push(now - last);
      last = now;
      if (now - first < milliseconds) requestAnimationFrame(frame);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(frame);
  });
}

function figures(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  return `${at(0.5)} ms (half), ${at(0.95)} ms (95 of 100), ${at(1)} ms (all ${sorted.length})`;
}
