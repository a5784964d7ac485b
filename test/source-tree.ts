import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A source file for the architecture test. Paths are relative to the project's folder. */
export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
  /** Whether it begins with `"use client"`. */
  isForBrowser: boolean;
  /** Whether its first statement is `import "server-only"`. */
  isServerOnly: boolean;
}

export interface Import {
  /** The path of a file, or the name of a package as written. */
  target: string;
  isLocal: boolean;
  isTypeOnly: boolean;
}

const root = process.cwd();
const madeByTools = /^(node_modules|\.[^/]+|coverage|test-results|playwright-report|lib\/db\/generated)$/;

/** Every hand-written source file, sorted by path. */
export function readSources(): SourceFile[] {
  return filesBelow("")
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".d.ts"))
    .map(readSource);
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, file: path.posix.join(folder, entry.name) }))
    .filter(({ file }) => !madeByTools.test(file))
    .flatMap(({ entry, file }) => (entry.isDirectory() ? filesBelow(file) : [file]))
    .sort();
}

function readSource(file: string): SourceFile {
  const text = readFileSync(path.join(root, file), "utf8");
  return {
    path: file,
    text,
    imports: importsOf(text).map(({ name, isTypeOnly }) => ({ ...resolve(file, name), isTypeOnly })),
    isForBrowser: text.startsWith('"use client"'),
    isServerOnly: text.startsWith('import "server-only"'),
  };
}

/** The formatter writes statements at the beginning of a line, and quotes in one way. */
const statement = /^(?:import|export)\b(?: type\b)?(?:[\s\w*,$]|\{[^}]*\})*?(?:from )?"([^"\n]+)"/gm;
const expression = /^(?! *(?:\*|\/\/)).*?(typeof )?\bimport\("([^"]+)"\)/gm;

function importsOf(text: string): { name: string; isTypeOnly: boolean }[] {
  const stated = [...text.matchAll(statement)].map(([whole, name = ""]) => ({
    name,
    isTypeOnly: namesTypesOnly(whole),
  }));
  const loaded = [...text.matchAll(expression)].map(([, of, name = ""]) => ({ name, isTypeOnly: of !== undefined }));
  return [...stated, ...loaded];
}

function namesTypesOnly(whole: string): boolean {
  if (/^(?:import|export) type\b/.test(whole)) return true;
  const names = /^import \{([^}]*)\} from/
    .exec(whole)?.[1]
    ?.split(",")
    .filter((name) => name.trim() !== "");
  return names !== undefined && names.every((name) => /^\s*type\s/.test(name));
}

function resolve(from: string, name: string): { target: string; isLocal: boolean } {
  const isAlias = name.startsWith("@/");
  if (!isAlias && !name.startsWith(".")) return { target: name, isLocal: false };
  const bare = isAlias ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  const target = ["", ".ts", ".tsx", ".mjs"]
    .map((ending) => bare + ending)
    .find((file) => existsSync(path.join(root, file)));
  return { target: target ?? bare, isLocal: true };
}
