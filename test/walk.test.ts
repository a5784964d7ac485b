import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnv } from "../lib/settings/env.ts";
import { openInfrastructure, type Infrastructure } from "../lib/infrastructure.ts";
import { logRequest } from "../lib/core/log.ts";
import { routes } from "../lib/routes.ts";
import { createHttpServer } from "../lib/http/server/http-server.ts";
import { createTestDatabase, type TestDatabase } from "./databases.ts";
import { openRawSession, type RawSession } from "./raw-http.ts";

const root = path.join(import.meta.dirname, "..");
const request = Buffer.from("GET /api/productions?theatre_id=palace HTTP/1.1\r\nHost: localhost\r\n\r\n");
const maxFiles = 24;

let testDatabase: TestDatabase;
let infrastructure: Infrastructure;
let httpServer: ReturnType<typeof createHttpServer>;
let talk: RawSession;

// Opened as in production, because the tests' own service checks responses and logs no requests.
beforeAll(async () => {
  testDatabase = await createTestDatabase("embedded");
  const settings = parseEnv({ NODE_ENV: "test", LOG_LEVEL: "error", ...testDatabase.settings });
  infrastructure = await openInfrastructure(settings, root, Date.now, logRequest);
  httpServer = createHttpServer({ routes, infrastructure, nextHandler: async () => undefined });
  httpServer.server.listen(0, "127.0.0.1");
  await once(httpServer.server, "listening");
  talk = await openRawSession((httpServer.server.address() as AddressInfo).port);
  // The first request also reads the data, so that the second is counted by a statement again.
  await ask();
  await ask();
});
afterAll(async () => {
  talk.socket.destroy();
  await httpServer.stop(0);
  await infrastructure.close();
  await testDatabase.remove();
});

test(`a warm GET runs code of at most ${maxFiles} files, which docs/architecture.md lists`, async () => {
  // What a timer happens to run meanwhile is in one of the walks.
  const [walk, ...others] = [await filesRunBy(ask), await filesRunBy(ask), await filesRunBy(ask)];
  const walked = walk.filter((file) => others.every((other) => other.includes(file)));
  const text = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const section = text.split("## The files of a warm GET")[1]?.split("\n## ")[0] ?? "";
  const listed = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);

  expect(listed.toSorted()).toEqual(walked.toSorted());
  expect(walked.length).toBeLessThanOrEqual(maxFiles);
});

async function ask(): Promise<void> {
  const { answers } = await talk.ask(request, "GET");
  if (answers[0]?.status !== 200) throw new Error("The request was not answered.");
}

/** Our files with a function that was called during the work. */
async function filesRunBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  return result
    .filter(({ functions }) => functions.some(({ ranges: [range] }) => range && range.count > 0))
    .map(({ url }) => (url.startsWith("file://") ? path.relative(root, fileURLToPath(url)) : ""))
    .filter((file) => /^(app|components|lib|prisma)\//.test(file) && !file.startsWith("test/"));
}
