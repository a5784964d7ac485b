// Runs JavaScript as `node --input-type=module -e` does, one program after another. Each input line is JSON with
// `text` and `env`, each output line JSON with `status`, `stdout` and `stderr`.
import { createInterface } from "node:readline";
import { inspect } from "node:util";

const said = { stdout: "", stderr: "" };
const answer = process.stdout.write.bind(process.stdout);
for (const name of Object.keys(said)) {
  process[name].write = (piece) => {
    said[name] += piece;
    return true;
  };
}
const own = { ...process.env };

for await (const line of createInterface({ input: process.stdin })) {
  const { text, env } = JSON.parse(line);
  Object.assign(said, { stdout: "", stderr: "" });
  process.env = { ...own, ...env };
  let status = 0;
  try {
    // A module runs only once per URL; the time makes each URL unique.
    await import(`data:text/javascript,${encodeURIComponent(`${text}\n// ${performance.now()}`)}`);
  } catch (error) {
    status = 1;
    said.stderr += inspect(error);
  }
  answer(`${JSON.stringify({ status, ...said })}\n`);
}
