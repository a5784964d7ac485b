// For Node's --import, with a folder to write to: `coverage-of-programs.mjs?to=<folder>`. Writes there, when the
// process ends, which parts of our bundles and of Next's have run, and of each bundle what leads from it back to its sources.
// NODE_V8_COVERAGE would write down every package too, which takes twice as long.
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

/** Copied, as a test may remove its bundle. @returns the copy's name. */
function kept(bundle) {
  const name = `${createHash("sha256").update(bundle).digest("hex").slice(0, 16)}.js`;
  if (!existsSync(path.join(folder, name))) {
    copyFileSync(`${bundle}.map`, path.join(folder, `${name}.map`));
    copyFileSync(bundle, path.join(folder, name));
  }
  return name;
}
