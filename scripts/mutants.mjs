// `node scripts/mutants.mjs` breaks the code in one place after the other, and runs the tests that should notice. It
// tells who noticed; a mutant that survives shows a promise that no test keeps. Numbers or words choose mutants:
// `node scripts/mutants.mjs 4 csv`. Those that only flows can notice need a build, and run with the word `browser`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./build.mjs";

const mutants = readFileSync(path.join(root, "scripts/mutants.txt"), "utf8").split("\n# ").slice(1).map(readMutant);

const reporter = "scripts/test-reporter.mjs";
const unitRun = [
  "vitest/vitest.mjs",
  [
    "run",
    "--maxWorkers=1",
    "--bail=2",
    "--tags-filter=!full",
    "--exclude=**/*-faults.test.ts",
    `--reporter=${root}/${reporter}`,
  ],
];
const flowRun = [
  "@playwright/test/cli.js",
  ["test", "--project=embedded", "--grep-invert=@full", "--retries=0", "-x", "--workers=1", `--reporter=./${reporter}`],
];

const chosen = choose(process.argv.slice(2));
chosen.forEach(requireWhole);
const reports = mkdtempSync(path.join(tmpdir(), "theatre-mutants-"));
const originals = new Map();
let running;
process.on("exit", () => {
  running?.kill("SIGINT");
  putBack();
  rmSync(reports, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

// Else a test that fails anyway would seem to notice.
const suites = [...new Set(chosen.flatMap((mutant) => mutant.suites))];
for (const ofKind of [suites.filter((suite) => !isFlow(suite)), suites.filter(isFlow)]) {
  const failed = ofKind.length > 0 ? await failuresOf(ofKind) : [];
  if (failed.length > 0) stop(`These tests fail without any mutant:\n${failed.join("\n")}`);
}

let survivors = 0;
for (const { number, breaks, changes, suites } of chosen) {
  changes.forEach(change);
  const failed = await failuresOf(suites);
  putBack();
  if (failed.length === 0) survivors += 1;
  const verdict = failed.length > 0 ? failed.join("\n    ") : "SURVIVED";
  console.log(`${String(number).padStart(2)}  ${breaks}\n    ${verdict}`);
}
console.log(`${chosen.length - survivors} noticed, ${survivors} survived.`);
process.exitCode = survivors === 0 ? 0 : 1;

function readMutant(text, index) {
  const [breaks, tests, ...lines] = text.trimEnd().split("\n");
  const suites = tests.slice("tests: ".length).split(" ");
  const changes = lines.flatMap((line, place) =>
    line.startsWith("- ") ? [[lines[place - 1], line.slice(2), (lines[place + 1] ?? "").slice(2)]] : [],
  );
  return { number: index + 1, breaks, suites, changes, isForFlows: suites.every(isFlow) };
}

function choose(words) {
  const matches = ({ number, breaks, changes }, word) =>
    /^\d+$/.test(word)
      ? number === Number(word)
      : `${breaks} ${changes.join(" ")}`.toLowerCase().includes(word.toLowerCase());
  const wanted = words.filter((word) => word !== "browser");
  const strange = wanted.find((word) => word.startsWith("-") || !mutants.some((mutant) => matches(mutant, word)));
  const choice = `Give numbers from 1 to ${mutants.length}, words of what they break, browser, or nothing for all without a browser.`;
  if (strange !== undefined) stop(`No mutant is called "${strange}". ${choice}`);
  const runnable = words.includes("browser") ? mutants : mutants.filter(({ isForFlows }) => !isForFlows);
  const found = runnable.filter((mutant) => wanted.length === 0 || wanted.some((word) => matches(mutant, word)));
  if (found.length === 0) stop(`Only flows notice these: node scripts/mutants.mjs ${words.join(" ")} browser`);
  return found;
}

/** Stops where the code or the tests have moved, so that the mutant moves with them. */
function requireWhole({ number, changes, suites }) {
  for (const [file, text] of changes) {
    const place = path.join(root, file);
    const times = existsSync(place) ? readFileSync(place, "utf8").split(text).length - 1 : 0;
    if (times !== 1) stop(`Mutant ${number}: ${file} has this text ${times} times instead of once: ${text}`);
  }
  const missing = suites.find((suite) => !existsSync(path.join(root, suite)));
  if (missing !== undefined) stop(`Mutant ${number}: there is no ${missing}.`);
}

function change([file, text, replacement]) {
  const place = path.join(root, file);
  const original = readFileSync(place, "utf8");
  if (!originals.has(place)) originals.set(place, original);
  const changed = original.replace(text, () => replacement);
  writeFileSync(place, changed);
}

function putBack() {
  for (const [place, original] of originals) writeFileSync(place, original);
  originals.clear();
}

function isFlow(suite) {
  return suite.startsWith("e2e/");
}

/** The first two tests that fail. */
async function failuresOf(suites) {
  const report = path.join(reports, "report.json");
  rmSync(report, { force: true });
  const [program, flags] = isFlow(suites[0]) ? flowRun : unitRun;
  running = spawn(process.execPath, [`node_modules/${program}`, ...flags, ...suites], {
    cwd: root,
    env: { ...process.env, REPORT_FILE: report },
    stdio: "ignore",
  });
  const [code] = await once(running, "close");
  if (code === 0) return [];
  const { tests } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { tests: [] };
  const failed = tests.filter(({ state }) => state === "failed").map(({ file, name }) => `${file}: ${name}`);
  return failed.length > 0 ? failed.slice(0, 2) : stop(`Tests could not run: ${suites.join(" ")}`);
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
