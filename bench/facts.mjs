// Single figures: memory, start, the first build of a long list, refusals.
import { measure, residentMegabytes } from "./load.mjs";
import * as servers from "./servers.mjs";

const turns = 5;
const minute = Number(process.env.BENCH_MINUTE_SECONDS ?? 60);

/** Resident memory after a minute of load. */
export async function measureLoadedMemory(mode, service) {
  const paths = ["/api/shows", "/api/cast-members", "/api/productions?theatre_id=palace", "/api/people/colm-wilkinson"];
  for (const path of paths)
    await measure({
      url: service.url + path,
      pid: service.pid,
      connections: 64,
      seconds: Math.ceil(minute / paths.length),
    });
  return [`resident after ${minute} s of load, ${mode}`, `${residentMegabytes(service.pid).toFixed(0)} MB`];
}

/** The second start, with existing data and built pages. */
export async function measureStart(mode, settings) {
  const service = await servers.startProductionServer(settings);
  const response = await fetch(`${service.url}/api/shows`);
  await response.arrayBuffer();
  await service.stop();
  return [`second start until it serves, ${mode}`, `${(service.took / 1000).toFixed(2)} s`];
}

/** The first response with 20,000 more cast members, and how long other requests waited meanwhile. */
export async function measureBuild(mode, service) {
  let isBuilding = true;
  const waits = [];
  const watch = (async () => {
    while (isBuilding) {
      const startedAt = performance.now();
      await (await fetch(`${service.url}/api/health`)).arrayBuffer();
      waits.push(performance.now() - startedAt);
    }
  })();
  const startedAt = performance.now();
  const response = await fetch(`${service.url}/api/cast-members`);
  const bytes = await response.arrayBuffer();
  const took = performance.now() - startedAt;
  isBuilding = false;
  await watch;
  const longest = Math.max(...waits);
  // Read only now, because parsing would keep this process from sending requests.
  const rows = JSON.parse(Buffer.from(bytes).toString());
  return [
    `first list of ${rows.length} cast members, ${mode}`,
    `${(took / 1000).toFixed(2)} s; /api/health, asked without a pause meanwhile, took ${longest.toFixed(0)} ms at the most`,
  ];
}

/** The same request refused and served, in turns; the best of each counts. */
export async function measureRefusals(mode, settings) {
  const services = [];
  for (const PUBLIC_DAILY_LIMIT of ["1", "1000000000"]) {
    const apart = settings.DATA_DIR ? { DATA_DIR: servers.temporaryFolder() } : {};
    services.push(await servers.startProductionServer({ ...settings, ...apart, PUBLIC_DAILY_LIMIT }));
  }
  const best = [0, 0];
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [side, { url, pid }] of services.entries()) {
      const { rate } = await measure({ url: `${url}/api/shows`, pid, connections: 32, seconds: 1 });
      // The first round warms up.
      if (turn > 0) best[side] = Math.max(best[side], rate);
    }
  }
  await Promise.all(services.map((service) => service.stop()));
  return [`429 over 200, ${mode}`, `${(best[0] / best[1]).toFixed(2)} ×`];
}
