import { writeFileSync } from "node:fs";
import { z } from "zod";
import { settings } from "@/lib/settings/settings";
import { command, refuseArguments, start } from "./command-line/command.ts";

/** `npm run env:example`: writes `.env.example`. */
export const main = command("Usage: npm run env:example", async (args) => {
  refuseArguments(args);
  writeFileSync(".env.example", envExampleText());
  return 0;
});

/** The content of `.env.example`: every setting, commented out, with its default or an example. */
export function envExampleText(): string {
  const blocks = Object.entries(settings.shape).map(([name, field]) => {
    const { description = "", example } = z.globalRegistry.get(field) ?? {};
    const value = typeof example === "string" ? example : defaultOf(field);
    return `# ${description}${typeof example === "string" ? "; for example:" : ""}\n#${name}=${/[\s#<]/.test(value) ? `"${value}"` : value}\n`;
  });
  return `# Every setting. Copy this file to .env, and remove the # before what you set; docs/configuration.md says more.
# What the environment sets wins over .env.local, and .env.local over .env.
# Put a value with #, spaces or quotes into quotes, and write \\$ for a dollar sign.
# \`npm run env:example\` writes this file.

${blocks.join("\n")}`;
}

/** As it would be set. */
function defaultOf(field: z.ZodType): string {
  const read = field instanceof z.ZodPipe ? field.in : field;
  return read instanceof z.ZodDefault ? String(read.def.defaultValue) : "";
}

await start(import.meta.url, main);
