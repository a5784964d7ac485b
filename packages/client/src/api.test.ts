import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { parseEnv } from "@/lib/settings/env";
import { openapiDocument } from "@/lib/docs/openapi/document";
import { typesText } from "@/lib/docs/openapi/types-text";
import { routes } from "@/lib/routes";

const settings = parseEnv({});
const types = typesText(routes, settings);

test("the types are those of the schemas that validate", async () => {
  // `npx vitest run packages/client/src/api.test.ts -u` writes them.
  await expect(types).toMatchFileSnapshot("api.d.ts");
});

test("every public read of the OpenAPI document is there", () => {
  const { paths } = openapiDocument(routes, settings, []);
  const reads = Object.entries(paths).flatMap(([path, { get }]) => {
    const { security = [] } = (get ?? { security: [{ session: [] }] }) as { security?: object[] };
    const needsCredentials = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
    return needsCredentials ? [] : [path];
  });

  expect(reads.length).toBeGreaterThan(40);
  for (const path of reads) expect(types).toContain(`  "${path}": { parameters: `);
});

test("the client has no dependencies and takes less than 6 kB", () => {
  const contents = 'export * from "./client.ts"; export * from "./copy.ts"; export * from "./errors.ts";';
  const built = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
  });

  const files = Object.keys(built.metafile.inputs).filter((file) => file !== "<stdin>");
  expect(files.filter((file) => !file.startsWith("packages/client/src/"))).toEqual([]);
  expect(gzipSync(built.outputFiles[0]?.contents ?? expect.fail()).length).toBeLessThan(6_000);
});

test("the types check by themselves", () => {
  const tsc = "node_modules/typescript/bin/tsc --noEmit --strict --skipLibCheck false --allowImportingTsExtensions";
  const how = "--target es2023 --lib es2023,dom,dom.iterable --module nodenext --ignoreConfig";
  const files = ["client", "copy", "errors"].map((name) => `packages/client/src/${name}.ts`);
  const given = [...tsc.split(" "), ...how.split(" "), ...files];

  expect(execFileSync(process.execPath, given, { encoding: "utf8" })).toBe("");
});
