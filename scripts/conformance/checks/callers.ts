import { crc32 } from "node:zlib";
import { randomBytes } from "node:crypto";
import { check, keyCheck, section } from "../check.ts";
import { get, requestName, responses, responseText, send } from "../client.ts";
import { expectError, expectHeader, expectSame, expectStatus } from "../expect.ts";
import { quotaHeadersOf, readQuota } from "../quota.ts";

/** Contract §2 and §5: identification of callers, and who may not write. */
section("§2 Who is asking", () => {
  check(
    "A key that is malformed or unknown, another scheme or an empty one: 401, the same answer for each, with WWW-Authenticate: Bearer",
    async () => {
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
        const response = await send("/api/shows", { headers: { authorization }, by: "address" });
        const { message } = expectError(response, 401, "Invalid API key");
        expectSame(`type of the message to Authorization: ${authorization}`, typeof message, "string");
        expectHeader(response, "www-authenticate", "Bearer");
        texts.add(responseText(response));
      }
      expectSame("number of different answers", texts.size, 1);
    },
  );

  check("Such a request counts against the public bucket of the address, whose figures its headers show", async () => {
    const headers = { authorization: "Bearer nonsense" };
    const response = await send("/api/shows", { headers, by: "address" });
    const { limit, remaining, reset } = await readQuota("address");
    expectSame(`figures of ${requestName(response)}`, quotaHeadersOf(response), [limit, remaining, reset].map(String));
  });

  keyCheck("The scheme of a key may be in any case", async () => {
    for (const scheme of ["bearer", "BEARER"]) {
      const [, key = ""] = (
        responses.find(({ request }) => request.by === "caller")?.request.headers["authorization"] ?? ""
      ).split(" ");
      const response = await send("/api/quota", { headers: { authorization: `${scheme} ${key}` } });
      expectStatus(response, 200);
    }
  });

  check('Writes require a session; an API key gets 401, "Unauthorized"', async () => {
    const headers = { "content-type": "application/json" };
    for (const [method, path] of [
      ["POST", "/api/shows"],
      ["PUT", "/api/shows/no-record-has-this-id"],
      ["DELETE", "/api/shows/no-record-has-this-id"],
      ["POST", "/api/keys"],
      ["POST", "/api/changes"],
    ] as const) {
      const response = await send(path, { method, headers, body: method === "DELETE" ? null : "{}" });
      const { message } = expectError(response, 401, "Unauthorized");
      expectSame(`type of the message of ${requestName(response)}`, typeof message, "string");
    }
  });

  check("Keys, accounts and activity require a session", async () => {
    for (const path of ["/api/keys", "/api/accounts", "/api/activity"]) {
      expectError(await get(path), 401, "Unauthorized");
    }
  });
});

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
