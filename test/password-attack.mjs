// Sends wrong passwords concurrently: node password-attack.mjs <origin> <address> <number>. Runs in its own process, so
// that its work delays no other client. Prints a line at the first response, then the count of each status as JSON;
// `none` counts the connections that ended without a response.
import { Agent, request } from "node:http";

const [origin, address, tries] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

function ask(path, headers, body) {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const asked = request(`${origin}${path}`, {
      method,
      agent,
      headers: { "x-forwarded-for": address, ...headers },
    });
    asked.on("error", reject).on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece) => (text += piece));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    asked.end(body);
  });
}

/**
 * The service resets a connection on which no request arrives within ten seconds, so a process that gets no processor for
 * so long loses its open connections. That is the only known reason for a reset here.
 */
function lost(error) {
  if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  return { status: "none" };
}

const first = await ask("/api/auth/csrf", {});
const { csrfToken } = JSON.parse(first.text);
const headers = {
  "content-type": "application/x-www-form-urlencoded",
  cookie: first.headers["set-cookie"].map((line) => line.split(";")[0]).join("; "),
};
const statuses = {};
let answered = 0;
await Promise.all(
  Array.from({ length: Number(tries) }, async (_, index) => {
    const email = `developer-${1 + (index % 40)}@example.com`;
    const body = new URLSearchParams({ email, password: "a wrong password", csrfToken, json: "true" }).toString();
    const { status } = await ask("/api/auth/callback/credentials", headers, body).catch(lost);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (++answered === 1) process.stdout.write("begun\n");
  }),
);
process.stdout.write(`${JSON.stringify(statuses)}\n`);
agent.destroy();
