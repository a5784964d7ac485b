import { rmSync } from "node:fs";
import path from "node:path";
import { bundle, command, buildNewDatabase, root } from "../scripts/build.mjs";
import { onlyWhenChanged } from "../scripts/only-when-changed.mjs";

const folder = path.join(root, ".build", "embedded-template");

/**
 * Node's flags for every process that a test starts. Compiles PGlite's WebAssembly only quickly: optimising it takes
 * as long as the rest of a start, and does not pay off within a test.
 */
export const nodeFlags = ["--liftoff-only"];

/** The first administrator of every copy, so that no start takes the time to create one. */
export const firstAdministrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

/**
 * The accounts of a copy with members. Their password hashes are cheap, because hashing a usual one takes a quarter
 * of a second at each sign-in.
 */
export const members: Record<string, { email: string; password: string }[]> = {
  developer: makeMembers("developer", 80),
  editor: makeMembers("editor", 140),
};

function makeMembers(role: string, count: number): { email: string; password: string }[] {
  const password = "break a leg tonight";
  return Array.from({ length: count }, (_, index) => ({ email: `${role}-${index + 1}@example.com`, password }));
}

/**
 * Creates an embedded database for tests to copy: migrated, with the dataset, the first administrator, perhaps `members`.
 * @returns its folder. Copy it with its times, so that it opens like a database after a clean stop.
 */
export function embeddedTemplate({ hasMembers = false } = {}): string {
  buildNewDatabase();
  const withMembers = `${folder}-with-members`;
  // Written last, as the sign of completeness.
  const noted = path.join(withMembers, "postgres.stopped");
  const sources = ["lib", "prisma", "package-lock.json", "test/embedded-template.ts"];
  onlyWhenChanged("embedded-template", sources, noted, () => {
    for (const old of [folder, withMembers]) rmSync(old, { recursive: true, force: true });
    const program = path.relative(root, bundle("fill-template", "test/fill-template.ts"));
    command(program, [folder, withMembers], process.env);
  });
  return hasMembers ? withMembers : folder;
}
