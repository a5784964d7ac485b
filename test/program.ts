import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { bundleOptions, root } from "../scripts/build.mjs";
import type { Main } from "../scripts/command-line/command.ts";
import { nodeFlags } from "./embedded-template.ts";
import { withoutEnvFiles } from "../scripts/env-files.mjs";

/** Runs a command in this process, with only these settings. @param typed all of its standard input. */
export async function runCommand(
  main: Main,
  settings: Record<string, string>,
  args: readonly string[],
  typed = "",
): Promise<{ code: number; output: string }> {
  let output = "";
  const print = (line: string) => void (output += `${line}\n`);
  const terminal = { log: print, error: print, read: async () => typed };
  const code = await main(args, { NODE_ENV: "test", ...settings }, terminal);
  return { code, output };
}

/** One of the project's programs in its own process. */
export interface Program {
  pid: number;
  output(): string;
  /** Resolves with the pattern's match in the output. @throws when the process ends without one. */
  says(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** All of its standard input. */
  type(text: string): void;
  ended: Promise<ProgramResult>;
}

export interface ProgramResult {
  code: number | null;
  output: string;
}

/** Runs `node scripts/run.mjs <name>` with only these settings, until the end of the test. */
export function startProgram(name: string, settings: Record<string, string>, ...programArguments: string[]): Program {
  return untilTestEnds(launchProgram(name, settings, programArguments));
}

/** The same in a copy of the project. */
export function startProgramIn(cwd: string, name: string, settings: Record<string, string>): Program {
  return untilTestEnds(launchProgram(name, settings, [], { cwd }));
}

function untilTestEnds(program: Program): Program {
  onTestFinished(async () => {
    program.kill("SIGKILL");
    await program.ended;
  });
  return program;
}

/** The same for all tests of a file; the caller stops it. */
export function launchProgram(
  name: string,
  settings: Record<string, string>,
  programArguments: string[] = [],
  place: { cwd?: string } = {},
): Program {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production" as const, ...withoutEnvFiles, ...settings };
  return watch(
    spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", name, ...programArguments], { env, ...place }),
  );
}

/** Reads all that a process prints. */
export function watch(child: ChildProcessWithoutNullStreams): Program {
  let output = "";
  const changed = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      changed.dispatchEvent(new Event("change"));
    });
  }
  const ended = once(child, "close").then(([code]: unknown[]): ProgramResult => {
    changed.dispatchEvent(new Event("change"));
    return { code: typeof code === "number" ? code : null, output };
  });

  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => child.kill(signal),
    type: (text) => child.stdin.end(text),
    ended,
    says: async (pattern) => {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found[1] ?? found[0];
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`It ended without printing ${pattern}:\n${output}`);
        await once(changed, "change");
      }
    },
  };
}

/**
 * Runs a few lines of TypeScript in their own process, with imports from the project's folder.
 *
 * @param stdout a file, or "left" for a pipe whose reader leaves after the first line.
 */
export async function runScript(script: string, stdout: "pipe" | "left" | number = "pipe"): Promise<ProgramResult> {
  const outdir = path.join(root, ".build", `script-${randomUUID()}`);
  const options = { ...bundleOptions([]), entryPoints: undefined, outdir };
  await build({ ...options, stdin: { contents: script, resolveDir: root, loader: "ts" } });
  const child = spawn(process.execPath, [...nodeFlags, path.join(outdir, "stdin.js")], {
    cwd: root,
    stdio: ["ignore", stdout === "left" ? "pipe" : stdout, "pipe"],
  });
  if (stdout === "left") child.stdout?.once("data", () => child.stdout?.destroy());
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  rmSync(outdir, { recursive: true, force: true });
  return { code, output };
}

export interface ServerProgram extends Program {
  url: string;
  port: number;
}

/** Starts a server on a free port and waits until it responds; it is stopped at the end of the test. */
export function startServer(settings: Record<string, string>): Promise<ServerProgram> {
  return answering(startProgram("server", onFreePort(settings)));
}

/** The same for all tests of a file; the caller stops it. */
export function launchServer(settings: Record<string, string>): Promise<ServerProgram> {
  return answering(launchProgram("server", onFreePort(settings)));
}

function onFreePort(settings: Record<string, string>): Record<string, string> {
  return { PORT: "0", HOST: "127.0.0.1", ...settings };
}

async function answering(program: Program): Promise<ServerProgram> {
  const url = await program.says(/served on (http:\S+)/);
  return { ...program, url, port: Number(new URL(url).port) };
}
