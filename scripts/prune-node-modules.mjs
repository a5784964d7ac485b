// For an image: takes out of node_modules what nothing that was built asks for, and what building left behind.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import config from "../next.config.mjs";

// By itself: what builds is among what it takes out.
process.chdir(path.join(import.meta.dirname, ".."));
const programs = existsSync(".build")
  ? readdirSync(".build", { recursive: true }).filter((file) => file.endsWith(".js"))
  : [];
if (programs.length === 0 || !existsSync(".next/BUILD_ID")) throw new Error("Nothing was built: npm run build.");

/** Folders of packages, by what they are asked for from: a package may have a version of its own of another. */
const needed = new Set();

function need(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, "node_modules", name);
    if (existsSync(place)) return take(place);
    if (folder === ".") return;
  }
}

function take(place) {
  if (needed.has(place)) return;
  needed.add(place);
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) need(name, place);
}

const asked = programs.flatMap((program) =>
  [...readFileSync(path.join(".build", program), "utf8").matchAll(/(?:\bfrom|\bimport\(?)\s*"([^".][^"]*)"/g)].map(
    ([, name]) => name,
  ),
);
// What only developing needs, as `db:diff` needs Prisma's schema engine, is not for an image.
const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const packageOf = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
for (const name of ["next", "react", "react-dom", ...config.serverExternalPackages, ...asked.map(packageOf)])
  if (!isBuiltin(name) && !Object.hasOwn(devDependencies, name)) need(name, ".");

let removed = 0;
for (const place of packagesIn("node_modules")) {
  if (needed.has(place)) continue;
  rmSync(place, { recursive: true });
  removed += 1;
}
// What only compilers and debuggers of packages read, and Prisma's compilers for databases that are not ours.
const unread = /\.map$|\.d\.[cm]?ts$|[\\/]query_compiler_\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\./;
for (const file of readdirSync("node_modules", { recursive: true })) {
  if (unread.test(file)) rmSync(path.join("node_modules", file), { force: true });
}
for (const left of [
  ".next/cache",
  ".next/trace",
  "node_modules/.bin",
  "node_modules/.cache",
  "node_modules/.package-lock.json",
])
  rmSync(left, { recursive: true, force: true });
console.log(`${needed.size} packages run; ${removed} were taken out.`);

function packagesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith(".")) return [];
    return name.startsWith("@")
      ? readdirSync(path.join(folder, name)).map((own) => path.join(folder, name, own))
      : [path.join(folder, name)];
  });
}
