import { cpus, release } from "node:os";
import { loadGenerator } from "./load.mjs";

/** The table for bench/README.md. */
export function printRows(rows) {
  const machine = `${cpus().length} × ${cpus()[0].model}, Linux ${release()}`;
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}, ${loadGenerator} beside it\n`,
  );
  console.log("| what | mode | connections | requests/s | p50 ms | p99 ms | CPU µs/request | ratio |");
  console.log("|---|---|--:|--:|--:|--:|--:|---|");
  for (const { what, mode, connections, rate, p50, p99, cpu, ratio, against } of rows) {
    const figures = [connections, Math.round(rate), p50.toFixed(2), p99.toFixed(2), cpu.toFixed(1)].join(" | ");
    console.log(`| ${what} | ${mode} | ${figures} | ${ratio.toFixed(2)} × ${against} |`);
  }
}

export function printFacts(facts) {
  console.log("\n| what | figure |\n|---|---|");
  for (const [what, figure] of facts) console.log(`| ${what} | ${figure} |`);
}
