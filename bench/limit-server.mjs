// The maximum that Node can do: node:http serving the same ready bytes.
import { createServer } from "node:http";

const url = process.argv[2];
const identity = await answer({});
const gzip = await answer({ "Accept-Encoding": "gzip" });

async function answer(headers) {
  const response = await fetch(url, { headers: { "Accept-Encoding": "identity", ...headers } });
  const body = Buffer.from(await response.arrayBuffer());
  return { body, headers: { "Content-Type": response.headers.get("content-type"), "Content-Length": body.length } };
}

const server = createServer(({ headers: { "if-none-match": tag, "accept-encoding": coding } }, response) => {
  const { headers, body } = coding === "gzip" ? gzip : identity;
  if (tag) response.writeHead(304, { ETag: tag }).end();
  else response.writeHead(200, headers).end(body);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`served on http://127.0.0.1:${server.address().port}\n`));
