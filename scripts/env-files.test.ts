import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundle, root } from "./build.mjs";
import { withoutEnvFiles } from "./env-files.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "theatre-env-"));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);

/** Loads the files of the test's folder in a process of its own, and returns its environment. */
function load(environment: Record<string, string> = {}) {
  const program = path.join(root, "scripts/env-files.mjs");
  const script = `import { loadEnvFilesOrExit } from ${JSON.stringify(program)};
    loadEnvFilesOrExit(); console.log(JSON.stringify(process.env));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { NODE_ENV: "test", ...environment },
    encoding: "utf8",
  });
  return { status, stderr, env: (stdout === "" ? {} : JSON.parse(stdout)) as Record<string, string> };
}

describe("the files .env and .env.local", () => {
  test("set what the environment lacks, and .env.local wins over .env", () => {
    write(".env", 'PORT=1\nHOST="::1" # here\nSEED=none\n');
    write(".env.local", "# mine\n\nexport HOST=localhost\n");

    expect(load({ PORT: "2", SEED: "" }).env).toMatchObject({ PORT: "2", HOST: "localhost", SEED: "" });
  });

  test("mean to Next's own server what they mean to ours", () => {
    write(".env", 'A=pa\\$\\$w0rd\r\nB="abc#def" # why\r\nC=abc#def\r\nD=5$\r\n');

    expect(load().env).toMatchObject({ A: "pa$$w0rd", B: "abc#def", C: "abc", D: "5$" });
  });

  test("may have values of several lines, and may be missing, be folders, or be left out as the programs of tests do", () => {
    expect(load().status).toBe(0);
    write(".env", "SECRET='one\n=two\nthree'\nHOST=it's\n");
    expect(load().env).toMatchObject({ SECRET: "one\n=two\nthree", HOST: "it's" });
    expect(load(withoutEnvFiles).env["HOST"]).toBeUndefined();
    mkdirSync(path.join(folder, ".env.local"));
    expect(load()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^\.env\.local can't be read: /) });
  });

  test.each([
    ["PORT 3000", /^\.env can't be parsed: line 1 is neither NAME=value nor a comment\.$/m],
    ['A="1\n2"\nhunter2hunter2', /^\.env can't be parsed: line 3 is neither/m],
    [Buffer.from("PORT=3000", "utf16le"), /^\.env can't be parsed/m],
    [Buffer.from([0x41, 0x3d, 0xff]), /^\.env can't be read: it isn't UTF-8\. Save it as UTF-8/m],
    ["\uFEFFSECOND_FACTOR=staff\n", /^\.env begins with a byte order mark, which would hide its first setting\./m],
    ['PORT=1\nADMIN_PASSWORD="hunter2 # the password\n', /^\.env can't be parsed: on line 2 a quote is open/m],
    ['A="hunter2\nB="x"\n', /^\.env can be read in two ways: see A\./m],
    ['A="hunter2"hunter2', /^\.env can't be parsed: on line 1 a quote is open, or something follows/m],
    [
      "DATABASE_URL=postgresql://me:hunter2$1@host/db",
      /^\.env can be read in two ways: see DATABASE_URL\. Write \\\$/m,
    ],
    ["A='hunter2 ${B}'", /^\.env can be read in two ways: see A\./m],
  ])("are refused by name when they can't be parsed (%#)", (content, expected) => {
    write(".env", content);
    const { status, stderr } = load();

    expect(status).toBe(1);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain("hunter2");
  });

  test("are read by a command that is built", () => {
    write(".env", "PORT=stage door");
    const program = bundle("db-migrate", "scripts/db-migrate.ts");
    const { status, stderr } = spawnSync(process.execPath, [program], {
      cwd: folder,
      env: { NODE_ENV: "test" },
      encoding: "utf8",
    });

    expect(status).toBe(1);
    expect(stderr).toContain("PORT must be a whole number");
  });
});
