import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { headlessOptions } from "@/scripts/browser.mjs";
import { root } from "@/scripts/build.mjs";
import { fastestDatabase } from "@/test/databases";
import { useDataset } from "@/test/service";

const service = useDataset(fastestDatabase);
const folder = mkdtempSync(path.join(tmpdir(), "theatre-client-"));
const installed = path.join(folder, "node_modules/@theatre-listings/client");
const run = promisify(execFile);
const readExamples = () =>
  [...readFileSync(path.join(installed, "README.md"), "utf8").matchAll(/```ts\n([^]*?)```/g)].map(
    ([, code = ""]) => code,
  );

beforeAll(async () => {
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module", "private": true }');
  // Nothing but the package is fetched.
  const settings = { npm_config_cache: path.join(folder, "cache"), npm_config_registry: "http://127.0.0.1:9" };
  await run("npm", ["install", `${service.url}/downloads/client.tgz`], {
    cwd: folder,
    env: { ...process.env, ...settings },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package is small, has a tag and the version, and is not counted", async () => {
  const remaining = async () => (await service.get("/api/quota")).headers.get("x-ratelimit-remaining");
  const before = await remaining();
  const { headers, status } = await service.get("/downloads/client.tgz");

  expect(headers.get("content-type")).toBe("application/gzip");
  expect(headers.get("content-disposition")).toMatch(/filename="theatre-listings-client-\d+\.\d+\.\d+\.tgz"/);
  const bytes = Buffer.from(await (await service.get("/downloads/client.tgz")).arrayBuffer());
  expect(bytes.length).toBeLessThan(12_000);
  const again = await service.get("/downloads/client.tgz", { headers: { "If-None-Match": headers.get("etag") ?? "" } });
  expect([status, again.status]).toEqual([200, 304]);
  expect(await remaining()).toBe(before);
});

test("each example of the README that needs nothing else runs in Node, against the service of the package", async () => {
  const examples = readExamples().filter((code) => code.includes("@theatre-listings/client"));
  expect(examples).toHaveLength(5);
  const printed: string[] = [];
  for (const [index, code] of examples.entries()) {
    const file = path.join(folder, `example-${index}.js`);
    writeFileSync(file, code);
    printed.push((await run(process.execPath, [file], { cwd: folder })).stdout);
  }

  const id = /^404 Show not found [\w.-]{8,}\n$/;
  expect(printed).toEqual([
    "Les Misérables\n",
    expect.stringMatching(/^left today: \d+\n$/),
    expect.stringMatching(id),
    expect.stringMatching(/Jones/),
    expect.stringMatching(/^\d{4,} \[/),
  ]);
});

test("TypeScript knows its answers and refuses what is none, by its strictest rules", async () => {
  const examples = readExamples().map((code, index) => [`example-${index}.ts`, code] as const);
  mkdirSync(path.join(folder, "types"));
  const globals = "declare const process: { env: Record<string, string | undefined> };";
  writeFileSync(path.join(folder, "types/node.d.ts"), globals);
  const wrong =
    'import { TheatreListings } from "@theatre-listings/client";\nawait new TheatreListings().get("/operas");\n';
  const files = [...examples, ["wrong.ts", wrong] as const];
  for (const [name, code] of files) writeFileSync(path.join(folder, name), code);
  const options = "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck false";
  const how = "--allowImportingTsExtensions --target es2022 --module nodenext --lib es2022,dom,dom.iterable,esnext";
  const typescript = path.join(root, "node_modules/typescript/bin/tsc");
  const words = [typescript, ...`${options} ${how}`.split(" "), "types/node.d.ts", ...files.map(([name]) => name)];
  const failed = await run(process.execPath, words, { cwd: folder }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );

  expect(failed.trim().split("\n")).toEqual([expect.stringContaining("wrong.ts(2,33): error TS2345")]);
});

const browser = headlessOptions();
test.skipIf(browser === null)("it runs in a page of another origin", { tags: ["full"] }, async () => {
  const files = createServer(({ url = "" }, response) => {
    if (url === "/") return response.setHeader("Content-Type", "text/html").end("<!doctype html>");
    response.setHeader("Content-Type", "text/javascript").end(readFileSync(path.join(installed, path.basename(url))));
  }).listen(0, "127.0.0.1");
  await once(files, "listening");
  const launched = await chromium.launch({ ...browser, args: ["--no-sandbox"] });
  onTestFinished(async () => {
    await launched.close();
    files.close();
  });
  const page = await launched.newPage();
  await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`);
  const name = await page.evaluate(
    `import("/package.js").then(({ TheatreListings }) => new TheatreListings().get("/shows/{id}", { id: "les-miserables" })).then(({ name }) => name)`,
  );

  expect(name).toBe("Les Misérables");
});
