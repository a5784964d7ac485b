// Builds again only what has changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const stamps = path.join(root, ".build", "stamps");
const digests = new Map();

export function isCurrent(name, sources, product, now = fingerprint(sources)) {
  const stamp = path.join(stamps, name);
  return existsSync(product) && existsSync(stamp) && readFileSync(stamp, "utf8") === now;
}

/** Rebuilds `product` when the content of a source has changed since the last build. */
export function onlyWhenChanged(name, sources, product, make) {
  const stamp = path.join(stamps, name);
  const now = fingerprint(sources);
  if (isCurrent(name, sources, product, now)) return;
  alone(stamp, () => {
    if (isCurrent(name, sources, product, now)) return;
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
  while (!tryLock(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock) {
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
  const excluded = sources.filter((source) => source.startsWith("!"));
  const folders = excluded.map((source) => path.join(root, source.slice(1)) + path.sep);
  for (const file of sources.flatMap((source) => filesUnder(path.join(root, source))))
    if (!folders.some((folder) => file.startsWith(folder)))
      hash.update(path.relative(root, file)).update("\0").update(digestOf(file));
  return hash.digest("hex");
}

/** Most files are the source of several products, and are read once. */
function digestOf(file) {
  let digest = digests.get(file);
  if (!digest) digests.set(file, (digest = createHash("sha256").update(readFileSync(file)).digest()));
  return digest;
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
