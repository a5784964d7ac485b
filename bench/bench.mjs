// `npm run bench -- api`: measurements on this machine. Each kind has a `summary`, its `options`, each with its usual
// value and its meaning, and `run`. A list is chosen from: `--rows show,shows`.
import { parseArgs } from "node:util";
import { apiKind } from "./kinds/api.mjs";
import { growthKind } from "./kinds/growth.mjs";
import { pagesKind } from "./kinds/pages.mjs";
import { stopAll } from "./servers.mjs";

const kinds = { api: apiKind, growth: growthKind, pages: pagesKind };
const help = `Without a kind, api is measured. The values are those that are used unless you give others.
${Object.entries(kinds).map(describe).join("")}`;

const words = process.argv.slice(2);
const name = words[0] === undefined || words[0].startsWith("-") ? "api" : words.shift();
if (words.includes("--help")) {
  console.log(help);
  process.exit();
}
const kind = kinds[name] ?? refuse(`"${name}" is no kind of measurement.`);
const options = readOptions(kind.options);
const verdict = await kind.run(options).finally(stopAll);
// Most kinds have none.
if (verdict === false) process.exitCode = 1;

function readOptions(known) {
  let values = {};
  try {
    const types = Object.fromEntries(Object.keys(known).map((option) => [option, { type: "string" }]));
    values = parseArgs({ args: words, options: types }).values;
  } catch (error) {
    refuse(error.message);
  }
  const read = (option, usual) => {
    const text = values[option];
    if (text === undefined || usual === "") return text ?? usual;
    if (typeof usual === "number") return Number(text) > 0 ? Number(text) : refuse(`--${option} must be above 0.`);
    const chosen = text.split(",");
    if (chosen.some((choice) => !usual.includes(choice))) refuse(`--${option} must be some of ${usual.join(",")}.`);
    return usual.filter((choice) => chosen.includes(choice));
  };
  return Object.fromEntries(Object.entries(known).map(([option, [usual]]) => [option, read(option, usual)]));
}

function describe([kindName, { summary, options: known }]) {
  const lines = Object.entries(known).map(([option, [usual, about]]) => `  --${option} ${usual}: ${about}\n`);
  return `\nnpm run bench -- ${kindName}: ${summary}\n${lines.join("")}`;
}

function refuse(reason) {
  console.error(`${reason}\n\n${help}`);
  process.exit(2);
}
