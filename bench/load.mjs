// One measurement: load on one address, by wrk if installed, else by autocannon.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;
export const loadGenerator = hasWrk ? "wrk" : "autocannon";

/**
 * @param {{ url: string, pid: number, headers?: Record<string, string>, connections: number, seconds: number }} load
 * @returns requests a second, latencies in milliseconds, the server's processor time in microseconds a request.
 */
export async function measure({ url, pid, headers = {}, connections, seconds }) {
  const before = processorMilliseconds(pid);
  const result = await (hasWrk ? byWrk : byAutocannon)({ url, headers, connections, seconds });
  const spent = processorMilliseconds(pid) - before;
  return { ...result, cpu: (spent * 1000) / result.requests };
}

async function byWrk({ url, headers, connections, seconds }) {
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const text = await output("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...flags, url]);
  const number = (pattern) => Number(pattern.exec(text)?.[1]);
  return {
    rate: number(/Requests\/sec:\s+([\d.]+)/),
    requests: number(/(\d+) requests in/),
    p50: milliseconds(/\s50%\s+(\S+)/.exec(text)?.[1]),
    p99: milliseconds(/\s99%\s+(\S+)/.exec(text)?.[1]),
  };
}

async function byAutocannon({ url, headers, connections, seconds }) {
  const { default: autocannon } = await import("autocannon");
  const result = await autocannon({ url, headers, connections, duration: seconds });
  return {
    rate: result.requests.average,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function output(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.once("error", reject).once("close", () => resolve(text));
  });
}

function milliseconds(text) {
  const [, value, unit] = /^([\d.]+)(us|ms|s)$/.exec(text ?? "") ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit];
}

/** User and system time of a process and its children, from /proc on Linux; elsewhere NaN. */
export function processorMilliseconds(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    const ofChildren = children.reduce((sum, child) => sum + processorMilliseconds(child), 0);
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return ofChildren + (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory in MB. */
export function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
