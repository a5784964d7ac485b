// Load on one address by autocannon, and what a process takes.
import { existsSync, readFileSync } from "node:fs";
import autocannon from "autocannon";

/**
 * @param {{ url: string, pid: number, headers?: Record<string, string>, connections: number, seconds: number }} load
 * @returns requests a second, latencies in milliseconds, the server's processor time in microseconds a request.
 */
export async function measure({ url, pid, headers = {}, connections, seconds }) {
  const before = processorMilliseconds(pid);
  const { requests, latency } = await autocannon({ url, headers, connections, duration: seconds });
  const cpu = ((processorMilliseconds(pid) - before) * 1000) / requests.total;
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, cpu };
}

/** The figures at these shares of the sorted figures, such as 0.5 for the median. */
export function quantiles(figures, ...shares) {
  const sorted = figures.toSorted((a, b) => a - b);
  return shares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

/** User and system time of a process and its children, from /proc on Linux; elsewhere NaN. */
export function processorMilliseconds(pid) {
  const children = readProcess(pid, `task/${pid}/children`).trim().split(" ").filter(Boolean);
  const ofChildren = children.reduce((sum, child) => sum + processorMilliseconds(child), 0);
  const fields = readProcess(pid, "stat").split(") ").at(-1).split(" ");
  return ofChildren + (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory in MB. */
export function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readProcess(pid, "status"))?.[1]) / 1024;
}

function readProcess(pid, file) {
  const place = `/proc/${pid}/${file}`;
  return existsSync(place) ? readFileSync(place, "utf8") : "";
}
