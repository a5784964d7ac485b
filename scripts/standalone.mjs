// Builds what a host of Next runs instead of `npm start`.
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pageSources, root, runNextBuild } from "./build.mjs";
import { onlyWhenChanged } from "./only-when-changed.mjs";

/**
 * Next's pages and API as a folder that another host runs with `node server.js`, complete with its static files.
 *
 * @returns the folder.
 */
export function buildStandalone() {
  const folder = path.join(root, ".next-standalone", "standalone");
  onlyWhenChanged("standalone", [...pageSources, "prisma"], path.join(folder, "server.js"), () => {
    // Next adds its folder of types to the file that it is given, so it gets its own.
    const tsconfig = { extends: "../tsconfig.json", include: ["../next-env.d.ts"] };
    writeFileSync(path.join(root, ".build", "tsconfig.standalone.json"), JSON.stringify(tsconfig));
    const dist = runNextBuild(".next-standalone", { STANDALONE: "true" });
    cpSync(path.join(dist, "static"), path.join(folder, ".next-standalone", "static"), { recursive: true });
    // What Next read to make the folder; a server reads none of them, and they are an eighth of it.
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (file.endsWith(".nft.json")) rmSync(path.join(folder, file));
    // Next copies them, and an image made of the folder would hold the secrets of this machine.
    for (const name of [".env", ".env.production"]) rmSync(path.join(folder, name), { force: true });
  });
  return folder;
}
