import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { section } from "../check.ts";
import { header, requestName, responseText } from "../client.ts";
import { expectStatus, expectError, expectSame } from "../expect.ts";
import { quotaHeadersOf, readQuota } from "../quota.ts";

/** Contract §2 and §5: identification of callers, and who may not write. */
export const callers = section("§2 Who is asking", [
  {
    name: "A key that is malformed or unknown, another scheme or an empty one: 401, the same answer for each, with WWW-Authenticate: Bearer",
    cost: { address: 6 },
    run: async ({ client }) => {
      const unknown = unknownKey();
      const texts = new Set<string>();
      for (const authorization of [
        "Bearer tl_live_short",
        `Bearer ${unknown}`,
        `Bearer ${unknown.slice(0, -1)}${unknown.endsWith("0") ? "1" : "0"}`,
        "Basic YTpi",
        "Bearer",
        "",
      ]) {
        const answer = await client.send("/api/shows", { headers: { authorization }, by: "address" });
        const { message } = expectError(answer, 401, "Invalid API key");
        expectSame(`type of the message to Authorization: ${authorization}`, typeof message, "string");
        expectSame(`WWW-Authenticate of ${requestName(answer)}`, header(answer, "www-authenticate"), "Bearer");
        texts.add(responseText(answer));
      }
      expectSame("number of different answers", texts.size, 1);
    },
  },
  {
    name: "Such a request counts against the public bucket of the address, whose figures its headers show",
    cost: { address: 1 },
    run: async ({ client }) => {
      const headers = { authorization: "Bearer nonsense" };
      const answer = await client.send("/api/shows", { headers, by: "address" });
      const { limit, remaining, reset } = await readQuota(client, "address");
      expectSame(`figures of ${requestName(answer)}`, quotaHeadersOf(answer), [limit, remaining, reset].map(String));
    },
  },
  {
    name: "The scheme of a key may be in any case",
    needs: "key",
    run: async ({ client }) => {
      for (const scheme of ["bearer", "BEARER"]) {
        const [, key = ""] = (
          client.answers.find(({ asked }) => asked.by === "caller")?.asked.headers["authorization"] ?? ""
        ).split(" ");
        const answer = await client.send("/api/quota", { headers: { authorization: `${scheme} ${key}` } });
        expectStatus(answer, 200);
      }
    },
  },
  {
    name: 'Writes require a session; an API key gets 401, "Unauthorized"',
    cost: { caller: 5 },
    run: async ({ client }) => {
      const headers = { "content-type": "application/json" };
      for (const [method, path] of [
        ["POST", "/api/shows"],
        ["PUT", "/api/shows/no-record-has-this-id"],
        ["DELETE", "/api/shows/no-record-has-this-id"],
        ["POST", "/api/keys"],
        ["POST", "/api/changes"],
      ] as const) {
        const answer = await client.send(path, { method, headers, body: method === "DELETE" ? null : "{}" });
        const { message } = expectError(answer, 401, "Unauthorized");
        expectSame(`type of the message of ${requestName(answer)}`, typeof message, "string");
      }
    },
  },
  {
    name: "Keys, accounts and activity require a session",
    cost: { caller: 3 },
    run: async ({ client }) => {
      for (const path of ["/api/keys", "/api/accounts", "/api/activity"]) {
        expectError(await client.get(path), 401, "Unauthorized");
      }
    },
  },
]);

/** A well-formed key that was never issued. */
function unknownKey(): string {
  const body = `tl_live_${base62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43)}`;
  return body + base62(BigInt(crc32(body)), 6);
}

function base62(value: bigint, digits: number): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(digits, "0");
}
