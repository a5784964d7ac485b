// Runs JavaScript as `node --input-type=module -e` does, many texts after each other. Each comes as a line of JSON with
// `text` and `env`, and is answered by one with `status`, `stdout` and `stderr`.
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
    // Imported twice, a module is run once: the time makes each its own.
    await import(`data:text/javascript,${encodeURIComponent(`${text}\n// ${performance.now()}`)}`);
  } catch (error) {
    status = 1;
    said.stderr += inspect(error);
  }
  answer(`${JSON.stringify({ status, ...said })}\n`);
}
