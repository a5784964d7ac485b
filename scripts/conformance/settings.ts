import { refuseArguments } from "../command-line/command.ts";
import { readSettings, usage } from "./read-settings.ts";

export const settings = settingsOrEnd();

function settingsOrEnd(): ReturnType<typeof readSettings> {
  try {
    refuseArguments(process.argv.slice(2));
    return readSettings(process.env);
  } catch (error) {
    giveUp(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Ends the program before the first check, because the deployment can't be checked. */
export function giveUp(reason: string): never {
  console.error(reason);
  process.exit(2);
}
