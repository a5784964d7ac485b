// Builds what is out of date: Prisma's client, a bundle for the server and each command, and Next's pages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamps = path.join(root, ".build", "stamps");

/** Prisma's client, from prisma/schema.prisma. */
export function generateClient() {
  const made = path.join(root, "lib/db/generated/client.ts");
  onlyWhenChanged("client", ["prisma/schema.prisma", "package-lock.json"], made, () => {
    // Generating needs no schema engine, but the command downloads one unless it is given a path.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, "package.json") };
    command("node_modules/prisma/build/index.js", ["generate"], env);
  });
}

/** What the pages are built from. */
export const pageSources = [
  "app",
  "components",
  "lib",
  "!lib/testing",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.mjs",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.mjs",
];

/** Next's pages, into .next/. */
export function buildPages() {
  onlyWhenChanged("pages", pageSources, path.join(root, ".next", "BUILD_ID"), () => {
    // No page may open a database during the build.
    const unopened = path.join(root, ".next", "unopened");
    command("node_modules/next/dist/bin/next", ["build"], {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      DATABASE_URL: "",
      DATA_DIR: unopened,
    });
    if (existsSync(unopened))
      throw new Error("A page opened the database during the build: app/page-infrastructure.ts.");
    compileAhead(path.join(root, ".next"));
    compressFiles(path.join(root, ".next", "static"));
  });
}

/**
 * Marks the scripts that every page loads first, so that Chromium compiles them completely in the background while they
 * load. Otherwise it compiles each function at its first call; nearly all are called, which blocks the page for two
 * thirds of its start.
 */
function compileAhead(folder) {
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(folder, "build-manifest.json"), "utf8"));
  for (const file of rootMainFiles) {
    const script = path.join(folder, file);
    writeFileSync(script, `//# allFunctionsCalledOnLoad\n${readFileSync(script, "utf8")}`);
  }
}

/** Compresses each browser file with brotli and gzip at the highest level: it is built once and served for a year. */
function compressFiles(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|txt)$/.test(file)) continue;
    const bytes = readFileSync(path.join(folder, file));
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/**
 * Creates an empty embedded database, which the first start on a new DATA_DIR copies, because creating one takes four
 * seconds. Without this copy the start creates its own.
 */
export function buildNewDatabase() {
  const folder = path.join(root, ".build", "new-database");
  const whole = path.join(folder, "whole");
  onlyWhenChanged("new-database", ["package-lock.json", "lib/db/embedded/new-database.ts"], whole, () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const program = path.relative(root, bundle("make-database", "scripts/make-database.ts"));
    command(program, [path.join(folder, "postgres")], process.env);
    writeFileSync(whole, "");
  });
}

/** Bundles one of our programs as JavaScript. @returns the file to import. */
export function bundle(name, entry) {
  const outdir = path.join(root, ".build", name);
  const made = path.join(outdir, `${name}.js`);
  const sources = [entry, "app", "bench", "lib", "prisma", "scripts", "tsconfig.json", "package-lock.json"];
  onlyWhenChanged(`bundle-${name}`, sources, made, () => {
    // Imported on demand, because most starts have nothing to bundle.
    const { buildSync } = createRequire(import.meta.url)("esbuild");
    buildSync({ ...bundleOptions([entry]), outdir });
  });
  return made;
}

/**
 * esbuild's settings for running our TypeScript under plain Node.
 * @param {string[]} entries
 * @returns {import("esbuild").BuildOptions}
 */
export function bundleOptions(entries) {
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: path.join(root, ".build"),
    entryNames: "[name]",
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    alias: { "server-only": "./scripts/server-only-stub.mjs" },
  };
}

/** Runs a tool or program, by its path from the root; prints its output if it fails. */
export function command(script, args, env) {
  const ran = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, env, encoding: "utf8" });
  if (ran.status !== 0) {
    process.stderr.write(`${ran.stdout ?? ""}${ran.stderr ?? ""}\n`);
    throw new Error(`${script} ${args.join(" ")} failed; its output is above.`);
  }
}

/** Rebuilds `product` when the content of a source has changed since the last build. */
export function onlyWhenChanged(name, sources, product, make) {
  const stamp = path.join(stamps, name);
  const now = fingerprint(sources);
  const isCurrent = () => existsSync(product) && existsSync(stamp) && readFileSync(stamp, "utf8") === now;
  if (isCurrent()) return;
  alone(stamp, () => {
    if (isCurrent()) return;
    // An interrupted build must not look complete.
    rmSync(stamp, { force: true });
    process.stderr.write(`Building: ${name} …\n`);
    make();
    writeFileSync(stamp, now);
  });
}

/**
 * Serialises builds, because two concurrent first starts would overwrite each other's files. The second one then has
 * nothing to build.
 */
function alone(stamp, work) {
  mkdirSync(stamps, { recursive: true });
  const lock = `${stamp}.lock`;
  while (!isTaken(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

function isAbandoned(lock) {
  try {
    process.kill(Number(readFileSync(lock, "utf8")), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** @param sources files and folders; an exclamation mark excludes one. */
function fingerprint(sources) {
  const hash = createHash("sha256").update(process.version);
  const left = sources
    .filter((source) => source.startsWith("!"))
    .map((source) => path.join(root, source.slice(1)) + path.sep);
  const files = sources
    .filter((source) => !source.startsWith("!"))
    .flatMap((source) => filesUnder(path.join(root, source)));
  for (const file of files.filter((one) => !left.some((folder) => one.startsWith(folder)))) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(place) {
  if (!existsSync(place)) return [];
  const entries = readdirSync(path.dirname(place), { withFileTypes: true });
  if (entries.find((entry) => entry.name === path.basename(place))?.isFile()) return [place];
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}generated${path.sep}`))
    .sort();
}
