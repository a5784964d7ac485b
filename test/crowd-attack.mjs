// Tries wrong passwords from many addresses, each again and again: node crowd-attack.mjs <origin> <addresses>
// <one-address|one-network|many-networks> <email|strangers> <seconds>. Runs in its own process, so that its work delays no other
// client. Prints a line when a tenth of the addresses have an answer, then the count of each status as JSON.
import { Agent, request } from "node:http";

const [origin, count, spread, target, seconds] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const until = performance.now() + Number(seconds) * 1_000;
const statuses = {};
let answered = 0;

/** Half of the many networks are IPv6. */
function addressOf(index) {
  if (spread === "one-address") return "198.51.100.1";
  if (spread === "one-network") return `2001:db8:7:${index.toString(16)}::1`;
  return index % 2 === 0 ? `10.${index >> 8}.${index & 255}.1` : `2001:db8:${index.toString(16)}::1`;
}

function ask(path, headers, body) {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { method: body === undefined ? "GET" : "POST", agent, headers });
    asked.on("error", reject).on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece) => (text += piece));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    asked.end(body);
  });
}

const first = await ask("/api/auth/csrf", {});
const { csrfToken } = JSON.parse(first.text);
const cookie = first.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");

await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": addressOf(index),
      cookie,
    };
    for (let time = 0; performance.now() < until; time += 1) {
      const email = target === "strangers" ? `stranger-${index}-${time}@example.com` : target;
      const body = new URLSearchParams({ email, password: `a wrong password ${time}`, csrfToken, json: "true" });
      // A process that gets no processor for ten seconds loses its open connections.
      const { status } = await ask("/api/auth/callback/credentials", headers, `${body}`).catch(() => ({
        status: "none",
      }));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (++answered === Math.ceil(count / 10)) process.stdout.write("begun\n");
    }
  }),
);
process.stdout.write(`${JSON.stringify(statuses)}\n`);
agent.destroy();
