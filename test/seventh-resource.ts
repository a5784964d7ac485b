import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../scripts/build.mjs";
import { nodeFlags } from "./embedded-template.ts";

/** A code block of docs/adding-a-resource.md: a file's text, or a change to one. */
interface Block {
  file: string;
  kind: string;
  text: string;
}

const document = path.join(root, "docs/adding-a-resource.md");

/** The code blocks of the document, in order. */
export function readSteps(): Block[] {
  const blocks: Block[] = [];
  let file = "";
  for (const [, named, kind = "", text = ""] of readFileSync(document, "utf8").matchAll(
    /^(?:`([^`\n]+)`\n|```(\w+)\n([^]*?)^```\n)/gm,
  )) {
    if (named) file = named;
    else blocks.push({ file, kind, text });
  }
  return blocks;
}

const maxBuffer = 64 * 1024 * 1024;

/** A copy of the repository in which the document's steps are applied. */
export class TreeCopy {
  readonly folder: string;

  constructor(name: string) {
    this.folder = path.join(root, ".build", `${name}-${process.pid}`);
    this.remove();
    mkdirSync(path.join(this.folder, ".build"), { recursive: true });
    const left =
      /^(\.(git|build|next|next-standalone|data|env)$|node_modules$|test-results$|playwright-report$|coverage$|.*\.tsbuildinfo$)/;
    for (const entry of readdirSync(root).filter((one) => !left.test(one)))
      cpSync(path.join(root, entry), path.join(this.folder, entry), { recursive: true });
    symlinkSync(path.join(root, "node_modules"), path.join(this.folder, "node_modules"));
  }

  /** Takes every step. @throws Error with what a tool printed that failed. @returns the migration, as a path in the copy. */
  async takeAll(): Promise<string> {
    for (const step of readSteps()) this.take(step);
    const generate = "import('./scripts/build.mjs').then((build) => build.generateClient())";
    for (const args of [
      ["-e", generate],
      ["scripts/run.mjs", "db-diff", "add_awards"],
      ["node_modules/vitest/vitest.mjs", "run", ...this.bare(), "packages/client/src/api.test.ts", "-u"],
    ]) {
      const { isOk, output } = await this.run(...args);
      if (!isOk) throw new Error(`${args.join(" ")} failed:\n${output}`);
    }
    const migrations = readdirSync(path.join(this.folder, "prisma/migrations"));
    return `prisma/migrations/${migrations.find((one) => one.endsWith("_add_awards"))}`;
  }

  /** @throws Error when a change names lines that the file does not have. */
  take({ file, kind, text }: Block): void {
    const place = path.join(this.folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, kind === "diff" ? changed(readFileSync(place, "utf8"), text, file) : text);
  }

  /** Reverts the steps that concern a file. */
  leave(file: string): void {
    const [place, original] = [path.join(this.folder, file), path.join(root, file)];
    if (existsSync(original)) cpSync(original, place);
    else rmSync(place, { recursive: true });
  }

  /** Runs one of the copy's programs. @returns whether it succeeded, and its output. */
  run(...args: string[]): Promise<{ isOk: boolean; output: string }> {
    const { PATH = "", HOME = "" } = process.env;
    const options = { cwd: this.folder, env: { PATH, HOME, NODE_ENV: "test" as const, NO_COLOR: "1" } };
    return new Promise((resolve) => {
      execFile(process.execPath, [...nodeFlags, ...args], { ...options, maxBuffer }, (error, stdout, stderr) =>
        resolve({ isOk: error === null, output: stdout + stderr }),
      );
    });
  }

  /** Runs one of the copy's test files, without the databases that most of them need. */
  test(file: string): Promise<{ isOk: boolean; output: string }> {
    return this.run("node_modules/vitest/vitest.mjs", "run", ...this.bare(), file);
  }

  /** Makes a configuration without the databases. @returns the flags that choose it. */
  private bare(): string[] {
    const config = path.join(this.folder, ".build", "vitest.bare.config.ts");
    writeFileSync(
      config,
      'import config from "../vitest.config.ts";\nexport default { ...config, cacheDir: ".build/vite", test: { ...config.test, globalSetup: [] } };\n',
    );
    return ["--config", config];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function changed(before: string, diff: string, file: string): string {
  const lines = diff.trimEnd().split("\n");
  const side = (left: string) =>
    lines
      .filter((line) => !line.startsWith(left))
      .map((line) => line.slice(1))
      .join("\n");
  const old = side("+");
  if (!before.includes(`${old}\n`))
    throw new Error(`${file} does not have what docs/adding-a-resource.md changes:\n${old}`);
  return before.replace(`${old}\n`, () => `${side("-")}\n`);
}
