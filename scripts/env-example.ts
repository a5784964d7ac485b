import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { settings } from "@/lib/settings/settings";
import { command, refuseArguments, start } from "./command-line/command.ts";

const guide = "docs/configuration.md";

/** `npm run env:example`: writes `.env.example` and the table of settings in docs/configuration.md. */
export const main = command("Usage: npm run env:example", async (args) => {
  refuseArguments(args);
  writeFileSync(".env.example", envExampleText());
  writeFileSync(guide, withSettingsTable(readFileSync(guide, "utf8")));
  return 0;
});

/** Every setting with its default and an example as they would be set; the example is null where there is a default. */
const described = Object.entries(settings.shape).map(([name, field]) => {
  const { description = "", example } = z.globalRegistry.get(field) ?? {};
  return { name, description, usual: defaultOf(field), example: typeof example === "string" ? example : null };
});

/** The content of `.env.example`: every setting, commented out, with its default or an example. */
export function envExampleText(): string {
  const blocks = described.map(({ name, description, usual, example }) => {
    const value = example ?? usual;
    return `# ${description}${example === null ? "" : "; for example:"}\n#${name}=${/[\s#<]/.test(value) ? `"${value}"` : value}\n`;
  });
  return `# Every setting. Copy this file to .env, and remove the # before what you set; docs/configuration.md says more.
# What the environment sets wins over .env.local, and .env.local over .env.
# Put a value with #, spaces or quotes into quotes, and write \\$ for a dollar sign.
# \`npm run env:example\` writes this file.

${blocks.join("\n")}`;
}

/** The guide to the settings with its table as they are now. */
export function withSettingsTable(text: string): string {
  const rows = described.map(
    ({ name, description, usual }) =>
      `| \`${name}\` | ${usual === "" ? "none" : `\`${usual}\``} | ${description.replaceAll("<", String.raw`\<`)} |`,
  );
  const table = ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
  return text.replace(/^\| Variable [^]*?\n(?=\n)/m, () => `${table}\n`);
}

/** As it would be set. */
function defaultOf(field: z.ZodType): string {
  const read = field instanceof z.ZodPipe ? field.in : field;
  return read instanceof z.ZodDefault ? String(read.def.defaultValue) : "";
}

await start(import.meta.url, main);
