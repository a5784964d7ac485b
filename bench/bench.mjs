// `npm run bench -- api`: measurements on this machine. Each file of kinds/ exports one kind: its `summary`, its
// `options`, a `plan` of them in words, and `run`.
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { stopAll } from "./servers.mjs";

const kinds = new Map();
for (const file of readdirSync(path.join(import.meta.dirname, "kinds")).toSorted())
  kinds.set(path.parse(file).name, Object.values(await import(`./kinds/${file}`))[0]);

const [name = "api", ...args] = process.argv[2]?.startsWith("-")
  ? ["api", ...process.argv.slice(2)]
  : process.argv.slice(2);
if (args.includes("--help")) {
  console.log(help());
  process.exit();
}
const kind = kinds.get(name) ?? refuse(`"${name}" is no kind of measurement.`);
const options = readOptions(kind.options);

console.log(kind.plan(options));
try {
  // Only `false` is a failure: most kinds have no verdict.
  if ((await kind.run(options)) === false) process.exitCode = 1;
} finally {
  await stopAll();
}

function readOptions(known) {
  let given = {};
  try {
    const strings = Object.fromEntries(Object.keys(known).map((option) => [option, { type: "string" }]));
    given = parseArgs({ args, options: strings }).values;
  } catch (error) {
    refuse(error.message);
  }
  return Object.fromEntries(
    Object.entries(known).map(([option, { usual, read }]) => {
      try {
        return [option, read(given[option] ?? usual)];
      } catch (error) {
        return refuse(`--${option} ${error.message}.`);
      }
    }),
  );
}

function refuse(reason) {
  console.error(`${reason}\n\n${help()}`);
  process.exit(2);
}

function help() {
  const texts = [...kinds].map(([kindName, { summary, options: known }]) => {
    const lines = Object.entries(known).map(([option, { usual, about }]) => `  --${option} ${usual}\n      ${about}`);
    return `npm run bench -- ${kindName}: ${summary}\n${lines.join("\n")}`;
  });
  return `Without a kind, api is measured. The values are those that are used unless you give others.\n\n${texts.join("\n\n")}`;
}
