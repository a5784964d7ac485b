import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** Names that Next expects every page or route file to export. */
const ofNext = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "generateMetadata",
  "metadata",
  "viewport",
  "alt",
  "contentType",
  "size",
]);

/** The contract tests load each resource's `sample.ts` by path, so all of them export the same name. */
const ofSamples = new Set(["sample"]);

test("no exported name is declared in two files", () => {
  const files = execFileSync("git", ["ls-files", "app", "components", "lib", "scripts", "bench", "e2e"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(tsx?|mjs)$/.test(file));
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const name of exportedNames(file)) places.set(name, [...(places.get(name) ?? []), file]);
  }

  const twice = [...places].filter(([name, at]) => at.length > 1 && !ofNext.has(name) && !ofSamples.has(name));

  expect(files.length).toBeGreaterThan(500);
  expect(Object.fromEntries(twice)).toEqual({});
});

function exportedNames(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const declares =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return declares && statement.name ? [statement.name.text] : [];
  });
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}
