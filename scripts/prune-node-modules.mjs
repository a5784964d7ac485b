// For an image: removes from node_modules what the built service does not import, and leftovers of the build.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import config from "../next.config.mjs";

// Imports nothing of the build, which is removed too.
process.chdir(path.join(import.meta.dirname, ".."));
if (!existsSync(".build/server/server.js") || !existsSync(".next/BUILD_ID"))
  throw new Error("There is no build. Run: npm run build");
const programs = readdirSync(".build", { recursive: true }).filter((file) => file.endsWith(".js"));

/** The folder of a package as seen from another, because a package may have its own version of a dependency. */
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

const imported = programs.flatMap((program) => {
  const text = readFileSync(path.join(".build", program), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*"([^".][^"]*)"/g)].map(([, name]) => name);
});
// Packages for development only, such as Prisma's schema engine for `db:diff`, are not needed in an image.
const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const packageOf = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
for (const name of ["next", "react", "react-dom", ...config.serverExternalPackages, ...imported.map(packageOf)])
  if (!isBuiltin(name) && !Object.hasOwn(devDependencies, name)) need(name, ".");

let removed = 0;
for (const place of packagesIn("node_modules")) {
  if (needed.has(place)) continue;
  rmSync(place, { recursive: true });
  removed += 1;
}
// Files for compilers and debuggers, and Prisma's query compilers for other databases.
const unread = /\.map$|\.d\.[cm]?ts$|[\\/]query_compiler_\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\./;
for (const file of readdirSync("node_modules", { recursive: true })) {
  if (unread.test(file)) rmSync(path.join("node_modules", file), { force: true });
}
const leftovers = [
  ".next/cache",
  ".next/trace",
  "node_modules/.bin",
  "node_modules/.cache",
  "node_modules/.package-lock.json",
];
for (const leftover of leftovers) rmSync(leftover, { recursive: true, force: true });
console.log(`Kept ${needed.size} packages; removed ${removed}.`);

function packagesIn(folder) {
  const places = readdirSync(folder).filter((name) => !name.startsWith("."));
  return places.flatMap((name) =>
    name.startsWith("@") ? packagesIn(path.join(folder, name)) : path.join(folder, name),
  );
}
