import { rmSync } from "node:fs";
import path from "node:path";
import { bundle, command, makeNewDatabase, onlyWhenChanged, root } from "./build.mjs";

const folder = path.join(root, ".build", "embedded-template");

/** Whom every copy has, as after its first start, so that no start takes the time to make one. */
export const firstAdministrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

/**
 * An embedded database that tests copy: migrated, with the dataset and the first administrator.
 * @returns its folder; to be copied with its times, so that it is opened as what a stop left.
 */
export function embeddedTemplate() {
  makeNewDatabase();
  // Written last.
  const noted = path.join(folder, "postgres.stopped");
  const sources = ["lib", "prisma", "package-lock.json", "scripts/embedded-template.mjs"];
  onlyWhenChanged("embedded-template", sources, noted, () => {
    rmSync(folder, { recursive: true, force: true });
    command(path.relative(root, bundle("fill-template", "lib/testing/fill-template.ts")), [folder], process.env);
  });
  return folder;
}
