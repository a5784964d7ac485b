import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

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
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const [first] = tree.statements;
  return {
    path: file,
    text,
    imports: importsOf(tree).map(({ name, isTypeOnly }) => ({ ...resolve(file, name), isTypeOnly })),
    isForBrowser: first !== undefined && ts.isExpressionStatement(first) && textOf(first.expression) === "use client",
    isServerOnly:
      first !== undefined && ts.isImportDeclaration(first) && textOf(first.moduleSpecifier) === "server-only",
  };
}

function importsOf(tree: ts.SourceFile): { name: string; isTypeOnly: boolean }[] {
  const found: { name: string; isTypeOnly: boolean }[] = [];
  const note = (specifier: ts.Node | undefined, isTypeOnly: boolean) => {
    const name = specifier && textOf(specifier);
    if (name !== undefined) found.push({ name, isTypeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) note(node.moduleSpecifier, namesTypesOnly(node));
    if (ts.isExportDeclaration(node)) note(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) note(node.argument.literal, true);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function namesTypesOnly({ importClause: clause }: ts.ImportDeclaration): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { namedBindings: names } = clause;
  return (
    !clause.name && names !== undefined && ts.isNamedImports(names) && names.elements.every((name) => name.isTypeOnly)
  );
}

function textOf(node: ts.Node): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
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
