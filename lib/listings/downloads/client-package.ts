import "server-only";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { Representation } from "../../catalogue/representation.ts";
import type { Route } from "../../http/route.ts";
import typescriptGuide from "../../docs/guides/typescript.md";
import { keyVariable } from "../../docs/code/schema.browser.ts";
import { publicFileRoute } from "../feeds/public-file.ts";
import files from "./generated/client-files.json" with { type: "json" };

const { version } = JSON.parse(files["package.json"]) as { version: string };

/**
 * `/downloads/client.tgz`: the client of `packages/client` as npm installs it (contract §30). It asks the service that
 * it is fetched from.
 */
export const clientPackageRoute: Route = publicFileRoute({
  root: "downloads",
  path: "/client.tgz",
  isOfOrigin: true,
  make: async ({ origin }) => new Representation(packageFor(origin ?? ""), "application/gzip"),
  headers: () => ({ "Content-Disposition": `attachment; filename="theatre-listings-client-${version}.tgz"` }),
});

/** The same files make the same bytes on every instance. */
const attributes = { mtime: 0, mode: "644", uid: 0, gid: 0 };

function packageFor(origin: string): Buffer {
  const packed: Record<string, string> = {
    ...files,
    "origin.js": files["origin.js"].replace('""', JSON.stringify(origin)),
    "README.md": readme(origin),
  };
  const entries = Object.entries(packed).map(([name, data]) => ({ name: `package/${name}`, data }));
  return gzipSync(createTar(entries, { attrs: attributes }), { level: 9 });
}

/** The guide, with addresses that lead somewhere from a folder of packages. */
function readme(origin: string): string {
  return typescriptGuide
    .replaceAll("{{origin}}", origin)
    .replaceAll("{{keyVariable}}", keyVariable)
    .replaceAll(/ \{#[\w-]+\}$/gm, "")
    .replaceAll("](/docs", `](${origin}/docs`)
    .replaceAll(/```text\n(?=import)/g, "```ts\n")
    .replaceAll(/```text\n(?=npm|curl)/g, "```sh\n");
}
