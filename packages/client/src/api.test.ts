import { expect, test } from "vitest";
import { parseEnv } from "@/lib/settings/env";
import { openapiDocument } from "@/lib/docs/openapi/document";
import { typesText } from "@/lib/docs/openapi/document-routes";
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
