import { readFileSync } from "node:fs";
import tailwind from "@tailwindcss/postcss";
import postcss from "postcss";
import ts from "typescript";
import { expect, test } from "vitest";
import { readSources } from "@/test/source-tree";

const from = "app/globals.css";
const { root } = await postcss([tailwind({ optimize: false })]).process(readFileSync(from, "utf8"), { from });
const styled = new Set<string>();
root.walkRules(({ selector }) => {
  for (const [, name = ""] of selector.matchAll(/\.((?:\\.|[\w-])+)/g)) styled.add(name.replaceAll("\\", ""));
});
const scales = new Set([...styled].flatMap((name) => scaleOf(name) ?? []));

test("every class that a page or a component names has a style", () => {
  const unstyled = readSources()
    .filter(({ path }) => /^(app|components)\/.+\.tsx$/.test(path))
    .flatMap(({ path, text }) =>
      namedClasses(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
        .filter((name) => !styled.has(name) && !/^(group|peer)(\/.+)?$/.test(name))
        .map((name) => `${path}: ${name}`),
    );

  expect(styled.size).toBeGreaterThan(500);
  expect(unstyled).toEqual([]);
});

test("lines are as high as the reader's text needs", () => {
  const fixed: string[] = [];
  root.walkDecls("line-height", (line) => {
    if (line.value.endsWith("px")) fixed.push(String(line.parent));
  });

  expect(fixed).toEqual([]);
});

/**
 * The classes in a file: in attributes for classes all words of a text but what a condition compares, a function
 * takes or an index chooses; elsewhere the texts of which most words have a style, and steps of a scale.
 */
function namedClasses(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, inClass: boolean): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const names = node.text.split(/\s+/).filter(Boolean);
      const isClasses = inClass || names.filter((name) => styled.has(name)).length > names.length / 2;
      found.push(...names.filter((name) => isClasses || scales.has(scaleOf(name) ?? "")));
    }
    const isClass = ts.isJsxAttribute(node) ? /^(c|.+C)lassName$/.test(node.name.getText()) : inClass && !isValue(node);
    ts.forEachChild(node, (child) => visit(child, isClass));
  };
  visit(tree, false);
  return found;
}

function isValue(node: ts.Node): boolean {
  const isComparison = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
  return isComparison || ts.isCallExpression(node) || ts.isElementAccessExpression(node);
}

/** `mt` of `sm:mt-4`. */
function scaleOf(name: string): string | undefined {
  return /([a-z-]+)-[\d.]+!?$/.exec(name)?.[1];
}
