// For Node's --import, with an output folder: `coverage-of-programs.mjs?to=<folder>`. When the process ends, it writes
// which parts of our bundles and of Next's have run, with the bundles' source maps. NODE_V8_COVERAGE would also write
// every package, which takes twice as long.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = new URL(import.meta.url).searchParams.get("to");
const root = path.dirname(import.meta.dirname);
const bundles = [".build", ".next/server"].map((made) => path.join(root, made) + path.sep);
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
process.once("exit", () => session.post("Profiler.takePreciseCoverage", (_error, taken) => write(taken.result)));

function write(scripts) {
  const reached = scripts.flatMap(({ url, functions }) => {
    const bundle = url.startsWith("file:") ? fileURLToPath(url) : url;
    const isOurs = bundles.some((made) => bundle.startsWith(made)) && existsSync(`${bundle}.map`);
    return isOurs ? [{ bundle: kept(bundle), functions }] : [];
  });
  writeFileSync(path.join(folder, `${process.pid}-${Date.now()}.reached.json`), JSON.stringify(reached));
}

/** Copies the bundle, because a test may remove it. @returns the copy's name. */
function kept(bundle) {
  const name = `${createHash("sha256").update(bundle).digest("hex").slice(0, 16)}.js`;
  if (!existsSync(path.join(folder, name))) {
    copyFileSync(`${bundle}.map`, path.join(folder, `${name}.map`));
    copyFileSync(bundle, path.join(folder, name));
  }
  return name;
}
