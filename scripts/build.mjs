// Builds what is out of date: Prisma's client, a bundle for the server and each command, and Next's pages.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { isCurrent, onlyWhenChanged } from "./only-when-changed.mjs";

export const root = path.dirname(import.meta.dirname);

/** What our sources import and is made from others: Prisma's client, and the files of the package for callers. */
export function generateClient() {
  const client = path.join(root, "lib/db/generated/client.ts");
  onlyWhenChanged("client", ["prisma/schema.prisma", "package-lock.json"], client, () => {
    // Optimised compilation would not pay off in one run. Prisma's CLI would start a process that reports its use.
    const env = { ...process.env, CHECKPOINT_DISABLE: "1" };
    command("node_modules/prisma/build/index.js", ["generate"], env, ["--liftoff-only"]);
  });
  const files = path.join(root, "lib/listings/downloads/generated/client-files.json");
  onlyWhenChanged("package", ["packages/client", "package-lock.json", "scripts/build.mjs"], files, () => {
    mkdirSync(path.dirname(files), { recursive: true });
    writeFileSync(files, JSON.stringify(packageFiles(path.join(root, "packages/client"))));
  });
}

/** The package as it is installed, by file name: one module without white space, and the declarations. */
function packageFiles(folder) {
  // Imported on demand, because most starts have nothing to generate.
  const load = createRequire(import.meta.url);
  const typescript = load("typescript");
  const bundled = load("esbuild").buildSync({
    entryPoints: [path.join(folder, "src/package.ts")],
    bundle: true,
    external: ["./origin.ts"],
    format: "esm",
    target: "es2022",
    minifyWhitespace: true,
    minifySyntax: true,
    charset: "utf8",
    write: false,
  });
  const built = {
    "package.json": readFileSync(path.join(folder, "package.json"), "utf8"),
    "package.js": bundled.outputFiles[0].text.replace("./origin.ts", "./origin.js"),
    "origin.js": 'export const packageOrigin = "";\n',
  };
  const compilerOptions = { target: "es2022", module: "esnext", declaration: true, isolatedDeclarations: true };
  for (const file of readdirSync(path.join(folder, "src")).filter((name) => !/\.test\.ts$|^origin/.test(name))) {
    const text = readFileSync(path.join(folder, "src", file), "utf8");
    const source = text.replaceAll(/ from "(\.\/\w+)(\.d)?\.ts"/g, ' from "$1.js"');
    if (file.endsWith(".d.ts")) built[file] = withEachCommentOnce(source);
    else {
      const options = { fileName: file, compilerOptions, reportDiagnostics: true };
      const { outputText, diagnostics } = typescript.transpileDeclaration(source, options);
      if (diagnostics.length > 0)
        throw new Error(
          `packages/client/src/${file}: ${JSON.stringify(diagnostics.map(({ messageText }) => messageText))}`,
        );
      built[file.replace(".ts", ".d.ts")] = outputText;
    }
  }
  return built;
}

/** A field that many types have is explained at the first: the package is small. */
function withEachCommentOnce(source) {
  const seen = new Set();
  return source.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, (comment) => {
    const isKnown = seen.has(comment.trim());
    seen.add(comment.trim());
    return isKnown ? "" : comment;
  });
}

/** What the pages are built from. */
export const pageSources = [
  "app",
  "components",
  "lib",
  "!test",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.mjs",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.mjs",
];

const builtPages = ["pages", pageSources, path.join(root, ".next", "BUILD_ID")];

export const arePagesBuilt = () => isCurrent(...builtPages);

/** Next's pages, into .next/. */
export function buildPages() {
  onlyWhenChanged(...builtPages, () => {
    // A clone that is built once has no use for a cache: CI, an image, the first start.
    const dist = runNextBuild(".next", { BUILDS_AGAIN: String(existsSync(path.join(root, ".next", "BUILD_ID"))) });
    compileAhead(dist);
    compressFiles(path.join(dist, "static"));
  });
}

/** Builds with Next, without any database. @returns the folder that it writes. */
export function runNextBuild(name, settings) {
  const dist = path.join(root, name);
  const unopened = path.join(dist, "unopened");
  const databases = { DATABASE_URL: "", DIRECT_DATABASE_URL: "", DATA_DIR: unopened };
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...databases, ...settings };
  command("node_modules/next/dist/bin/next", ["build"], env);
  if (existsSync(unopened)) throw new Error("A page opened the database during the build: app/page-infrastructure.ts.");
  return dist;
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
  const { folder, whole } = newDatabase;
  onlyWhenChanged("new-database", ["package-lock.json", "scripts/make-database.mjs"], whole, () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    command("scripts/make-database.mjs", [path.join(folder, "postgres")], process.env);
    writeFileSync(whole, "");
  });
}

const newDatabase = {
  folder: path.join(root, ".build", "new-database"),
  whole: path.join(root, ".build", "new-database", "whole"),
};

export const hasNewDatabase = () => existsSync(newDatabase.whole);

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
    alias: {
      "server-only": "./scripts/server-only-stub.mjs",
      // Its hundred files take a tenth of a second of each start to find and read.
      zod: "./node_modules/zod/index.js",
    },
    loader: { ".md": "text" },
  };
}

/** Runs a tool or program, by its path from the root; prints its output if it fails. @param flags Node's own. */
export function command(script, args, env, flags = []) {
  const line = [...flags, path.join(root, script), ...args];
  const ran = spawnSync(process.execPath, line, { cwd: root, env, encoding: "utf8" });
  if (ran.status !== 0) {
    process.stderr.write(`${ran.stdout ?? ""}${ran.stderr ?? ""}\n`);
    throw new Error(`${script} ${args.join(" ")} failed; its output is above.`);
  }
}
