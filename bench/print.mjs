import { cpus, release } from "node:os";
import { loadGenerator } from "./load.mjs";

/** The table for bench/README.md. */
export function printRows(rows) {
  const machine = `${cpus().length} × ${cpus()[0].model}, Linux ${release()}`;
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}, ${loadGenerator} beside it\n`,
  );
  console.log(
    "| what | mode | connections | requests/s | p50 ms | p99 ms | CPU µs | CPU µs of the other | difference | ratio |",
  );
  console.log("|---|---|--:|--:|--:|--:|--:|--:|--:|---|");
  for (const { what, mode, connections, against, ...figures } of rows) {
    const { rate, p50, p99, cpu, theirCpu, overhead, ratio } = figures;
    const plain = [connections, rate.median.toFixed(0), p50.median.toFixed(2), p99.median.toFixed(2)];
    const spread = [spreadText(cpu, 1), spreadText(theirCpu, 1), spreadText(overhead, 1)];
    console.log(`| ${[what, mode, ...plain, ...spread].join(" | ")} | ${spreadText(ratio, 2)} × ${against} |`);
  }
}

function spreadText({ median, low, high }, digits) {
  return `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

export function printFacts(facts) {
  console.log("\n| what | figure |\n|---|---|");
  for (const [what, figure] of facts) console.log(`| ${what} | ${figure} |`);
}
