// Asks for computed answers again and again: node read-attack.mjs <origin> <path> <connections> <seconds> <addresses>
// <hang up after ms, or 0> <if-none-match, or ""> <JSON to send by POST, or "">. `{n}` in the path is a number of its own for each request. Runs in its
// own process, so that its work delays no other client. Prints the count of each status as JSON; `none` counts the
// connections that ended without a response.
import { connect } from "node:net";

const [origin, path, connections, seconds, addresses, hangUp, tag, body = ""] = process.argv.slice(2);
const { port, hostname } = new URL(origin);
const end = Date.now() + 1000 * Number(seconds);
const statuses = {};
let asked = 0;

function note(status) {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function open(number) {
  if (Date.now() > end) return;
  const address = `192.0.${2 + ((number % addresses) >> 8)}.${(number % addresses) & 255}`;
  const socket = connect(Number(port), hostname);
  const ask = () => {
    asked += 1;
    const condition = tag ? `If-None-Match: ${tag}\r\n` : "";
    const sent = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : "";
    socket.write(
      `${body ? "POST" : "GET"} ${path.replaceAll("{n}", asked)} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n${condition}${sent}\r\n${body}`,
    );
    if (Number(hangUp) > 0) setTimeout(() => socket.destroy(), Number(hangUp));
  };
  let left = -1;
  let head = "";
  socket.on("connect", ask);
  socket.on("data", (bytes) => {
    head += bytes.toString("latin1");
    if (left < 0) {
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      note(head.slice(9, 12));
      left = end + 4 + Number(/content-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
    }
    if (head.length < left) return;
    head = "";
    left = -1;
    if (Date.now() > end) socket.destroy();
    else ask();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    if (Date.now() > end) return;
    note("none");
    setTimeout(open, 100, number);
  });
}

for (let number = 0; number < Number(connections); number += 1) open(number);
setTimeout(
  () => {
    process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
  },
  1000 * Number(seconds),
);
