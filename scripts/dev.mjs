// `npm run dev`: Next reloads pages; when the server's sources change, this rebuilds its bundle and restarts it.
import { spawn } from "node:child_process";
import path from "node:path";
import { context } from "esbuild";
import { bundleOptions, generateClient, root } from "./build.mjs";
import { loadEnvFilesOrExit } from "./env-files.mjs";
import { refuseArguments } from "./refuse-arguments.mjs";

refuseArguments("npm run dev");
process.chdir(root);
loadEnvFilesOrExit();
generateClient();
const outdir = path.join(root, ".build", "dev");
let server;

async function restart() {
  if (server) {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  }
  server = spawn(process.execPath, ["--enable-source-maps", path.join(outdir, "server.js")], {
    cwd: root,
    stdio: "inherit",
    // A line for each request would hide what Next says.
    env: { LOG_LEVEL: "warn", ...process.env, NODE_ENV: "development" },
  });
}

const setup = (build) => build.onEnd(({ errors }) => (errors.length === 0 ? restart() : undefined));
const plugins = [{ name: "restart", setup }];
const watching = await context({ ...bundleOptions(["server.ts"]), outdir, plugins });
await watching.watch();

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await watching.dispose();
    server?.once("exit", (code) => process.exit(code ?? 0));
    server?.kill(signal);
  });
}
