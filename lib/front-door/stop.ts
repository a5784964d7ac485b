import "server-only";
import type { Server } from "node:http";

const patienceMilliseconds = 8_000;

/** Ends a server: no new connections, requests under way are answered, then the rest is closed. */
export async function stopServing(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), patienceMilliseconds);
  await closed;
  clearInterval(sweep);
  clearTimeout(patience);
}
