// A minimal proxy: it distributes requests, and appends the client's address to X-Forwarded-For.
import { once } from "node:events";
import { Agent, createServer, request as ask } from "node:http";
import { pipeline } from "node:stream";

/** Headers of a single connection (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * @param {number} port
 * @param {string[]} targets addresses of the instances, which take turns.
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startProxy(port, targets) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const target = targets[turn++ % targets.length];
    const forwarded = ask(new URL(target), {
      agent,
      method: incoming.method,
      path: incoming.url,
      headers: headersOf(incoming),
    });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode, answer.statusMessage, passedOn(answer.headers));
      pipeline(answer, outgoing, () => undefined);
    });
    forwarded.on("error", () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    outgoing.on("close", () => forwarded.destroy());
    pipeline(incoming, forwarded, () => undefined);
  });
  server.listen(port);
  await once(server, "listening");
  return {
    port: server.address().port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

/** A client may send its own X-Forwarded-For: ours is appended, and an instance trusts only the end. */
function headersOf({ headers, socket }) {
  const before = headers["x-forwarded-for"];
  return {
    ...passedOn(headers),
    ...(headers["transfer-encoding"] ? { "transfer-encoding": "chunked" } : {}),
    "x-forwarded-for": [before, socket.remoteAddress].filter(Boolean).join(", "),
    "x-forwarded-proto": "http",
  };
}

function passedOn(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
}
