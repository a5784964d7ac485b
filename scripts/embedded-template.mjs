import { rmSync } from "node:fs";
import path from "node:path";
import { bundle, command, buildNewDatabase, onlyWhenChanged, root } from "./build.mjs";

const folder = path.join(root, ".build", "embedded-template");

/** Whom every copy has, as after its first start, so that no start takes the time to make one. */
export const firstAdministrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

const people = { developer: 40, editor: 30 };

/**
 * Who has an account in a copy with members. To open one and to sign in takes a processor half a second, as it has to with
 * any password; theirs are kept in a way that takes less.
 */
export const members = Object.fromEntries(
  Object.entries(people).map(([role, count]) => [
    role,
    Array.from({ length: count }, (_, index) => ({
      email: `${role}-${index + 1}@example.com`,
      password: "break a leg tonight",
    })),
  ]),
);

/**
 * An embedded database that tests copy: migrated, with the dataset and the first administrator, and with `members` if wanted.
 * @returns its folder; to be copied with its times, so that it is opened as what a stop left.
 */
export function embeddedTemplate({ hasMembers = false } = {}) {
  buildNewDatabase();
  const withMembers = `${folder}-with-members`;
  // Written last.
  const noted = path.join(withMembers, "postgres.stopped");
  const sources = ["lib", "prisma", "package-lock.json", "scripts/embedded-template.mjs"];
  onlyWhenChanged("embedded-template", sources, noted, () => {
    for (const old of [folder, withMembers]) rmSync(old, { recursive: true, force: true });
    const program = path.relative(root, bundle("fill-template", "lib/testing/fill-template.ts"));
    command(program, [folder, withMembers], process.env);
  });
  return hasMembers ? withMembers : folder;
}
