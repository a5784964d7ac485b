import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Language } from "../lib/docs/code/schema.browser.ts";

export interface ExampleRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The reader's environment variables. */
type Environment = Record<string, string>;

/** How a reader runs an example of each language, and how to check that its program is installed. */
const programs: Record<Language, { needs: string; run: (text: string, env: Environment) => Promise<ExampleRun> }> = {
  curl: { needs: "curl", run: (text, env) => runOnce("bash", ["-c", text], env) },
  javascript: { needs: process.execPath, run: interpreter(process.execPath, "interpreter.mjs") },
  python: { needs: "python3", run: interpreter("python3", "interpreter.py") },
  php: { needs: "php", run: (text, env) => runOnce("php", ["-r", text.replace(/^<\?php\n/, "")], env) },
};

/** The missing program of a language; null when it is installed. */
export function missingFor(language: Language): string | null {
  const { needs } = programs[language];
  return spawnSync(needs, ["--version"]).status === 0 ? null : needs;
}

/** Runs an example unchanged from the documentation. */
export function runExample(language: Language, text: string, env: Environment = {}): Promise<ExampleRun> {
  return programs[language].run(text, env);
}

const colourless = { FORCE_COLOR: "0" };

function runOnce(program: string, flags: string[], env: Environment): Promise<ExampleRun> {
  const child = spawn(program, flags, { env: { ...process.env, ...colourless, ...env } });
  const ran: ExampleRun = { status: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (ran.stdout += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (ran.stderr += piece));
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status) => resolve({ ...ran, status }));
  });
}

/**
 * A persistent interpreter, because starting one takes ten times as long as an example, and there are hundreds. It
 * starts on first use and ends with this process.
 */
function interpreter(program: string, file: string): (text: string, env: Environment) => Promise<ExampleRun> {
  let started: { child: ChildProcess; answers: AsyncIterator<string> } | null = null;
  let before: Promise<unknown> = Promise.resolve();

  function start() {
    const child = spawn(program, [path.join(import.meta.dirname, file)], {
      env: { ...process.env, ...colourless },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.once("exit", () => (started = null));
    return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  }

  async function run(text: string, env: Environment): Promise<ExampleRun> {
    const { child, answers } = (started ??= start());
    child.ref();
    child.stdin?.write(`${JSON.stringify({ text, env })}\n`);
    const { value, done } = await answers.next();
    child.unref();
    if (done) throw new Error(`${program} has ended, at:\n${text}`);
    return JSON.parse(String(value)) as ExampleRun;
  }

  return (text, env) => {
    const answer = before.then(() => run(text, env));
    before = answer.catch(() => undefined);
    return answer;
  };
}
