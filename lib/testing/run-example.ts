import { spawn, spawnSync } from "node:child_process";
import type { Language } from "../code/schema.ts";

/** How somebody would run an example of each language, and what says that its program is there. */
const programs: Record<Language, { program: string; flags: (text: string) => string[]; needs: string }> = {
  curl: { program: "bash", flags: (text) => ["-c", text], needs: "curl" },
  javascript: {
    program: process.execPath,
    flags: (text) => ["--input-type=module", "-e", text],
    needs: process.execPath,
  },
  python: { program: "python3", flags: (text) => ["-c", text], needs: "python3" },
  php: { program: "php", flags: (text) => ["-r", text.replace(/^<\?php\n/, "")], needs: "php" },
};

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The program without which a language's examples can't be run here; null when it is there. */
export function missingFor(language: Language): string | null {
  const { needs } = programs[language];
  return spawnSync(needs, ["--version"]).status === 0 ? null : needs;
}

/** Runs an example as it stands in the documentation. @param env what the reader has put into the environment. */
export function runExample(language: Language, text: string, env: Record<string, string> = {}): Promise<Ran> {
  const { program, flags } = programs[language];
  const child = spawn(program, flags(text), { env: { ...process.env, FORCE_COLOR: "0", ...env } });
  const ran: Ran = { status: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (ran.stdout += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (ran.stderr += piece));
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status) => resolve({ ...ran, status }));
  });
}
