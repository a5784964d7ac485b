// What has to be made before TypeScript can run, and only what is out of date:
// Prisma's client, one bundle for the server and each command, Next's build.
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
    // Generating needs no schema engine, but the command looks for one, and would fetch it, unless told where it is.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, "package.json") };
    command("node_modules/prisma/build/index.js", ["generate"], env);
  });
}

/** Next's pages, into .next/. */
export function buildPages() {
  const sources = [
    "app",
    "components",
    "lib",
    "!lib/testing",
    "next.config.mjs",
    "tailwind.config.ts",
    "postcss.config.mjs",
    "tsconfig.json",
    "package-lock.json",
    "scripts/build.mjs",
  ];
  onlyWhenChanged("pages", sources, path.join(root, ".next", "BUILD_ID"), () => {
    // Nobody's data: a page may open none while it is built.
    const unopened = path.join(root, ".next", "unopened");
    command("node_modules/next/dist/bin/next", ["build"], {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      DATABASE_URL: "",
      DATA_DIR: unopened,
    });
    if (existsSync(unopened))
      throw new Error("A page has opened the database while it was built: app/page-infrastructure.ts.");
    compileAhead(path.join(root, ".next"));
    compressFiles(path.join(root, ".next", "static"));
  });
}

/**
 * Marks the scripts that every page starts from, so that Chromium compiles them whole while they arrive, beside the page's
 * own work. Else it compiles each function when it is first called, as it calls nearly all, and the page stands still
 * for two thirds of the time that starting takes.
 */
function compileAhead(folder) {
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(folder, "build-manifest.json"), "utf8"));
  for (const file of rootMainFiles) {
    const script = path.join(folder, file);
    writeFileSync(script, `//# allFunctionsCalledOnLoad\n${readFileSync(script, "utf8")}`);
  }
}

/** Beside each file for browsers its brotli and gzip forms, as small as they get: made once, read for a year. */
function compressFiles(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|txt)$/.test(file)) continue;
    const bytes = readFileSync(path.join(folder, file));
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/**
 * An embedded database that holds nothing yet, for the first start on a new DATA_DIR to copy: to make one takes a
 * processor four seconds. Where it was not made beforehand, the start makes its own.
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

/** One of our programs, as plain JavaScript. @returns the file to import. */
export function bundle(name, entry) {
  const outdir = path.join(root, ".build", name);
  const made = path.join(outdir, `${name}.js`);
  const sources = [entry, "app", "bench", "lib", "prisma", "scripts", "tsconfig.json", "package-lock.json"];
  onlyWhenChanged(`bundle-${name}`, sources, made, () => {
    // Not with the other imports: most starts have nothing to bundle, and need not wait for it to load.
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

/** One of our tools or programs, by its path from the root; what it prints is shown if it fails. */
export function command(script, args, env) {
  const ran = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, env, encoding: "utf8" });
  if (ran.status !== 0) {
    process.stderr.write(`${ran.stdout ?? ""}${ran.stderr ?? ""}\n`);
    throw new Error(`${script} ${args.join(" ")} failed; what it printed stands above.`);
  }
}

/** Makes `product` anew when one of the sources has another content than when it was made. */
export function onlyWhenChanged(name, sources, product, make) {
  const stamp = path.join(stamps, name);
  const now = fingerprint(sources);
  const isCurrent = () => existsSync(product) && existsSync(stamp) && readFileSync(stamp, "utf8") === now;
  if (isCurrent()) return;
  alone(stamp, () => {
    if (isCurrent()) return;
    // An interrupted build must not look finished.
    rmSync(stamp, { force: true });
    process.stderr.write(`Building: ${name} …\n`);
    make();
    writeFileSync(stamp, now);
  });
}

/** Two that start at once on a fresh clone would write over each other: the second waits, and then has nothing to build. */
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

/** @param sources files and folders; one with an exclamation mark is left out. */
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
