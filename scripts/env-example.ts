import { writeFileSync } from "node:fs";
import { command, refuseArguments, start } from "./command-line/command.ts";
import { envExampleText } from "./env-example-text.ts";

/** `npm run env:example`: writes `.env.example`. */
export const main = command("Usage: npm run env:example", async (args) => {
  refuseArguments(args);
  writeFileSync(".env.example", envExampleText());
  return 0;
});

await start(import.meta.url, main);
