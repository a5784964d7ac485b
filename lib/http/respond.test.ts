import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { log } from "../core/log.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import type { Route } from "./route.ts";

const failing: Route = {
  path: "/failing",
  isMetered: true,
  operations: {
    GET: {
      handle: () => {
        throw new Error("SELECT secret FROM /somewhere", { cause: "the depths" });
      },
    },
  },
};

const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: "1000" }, extraRoutes: [failing] });

interface Plain {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** Returns the raw bytes; fetch would decompress them. */
function get(path: string, headers: Record<string, string> = {}): Promise<Plain> {
  return new Promise((resolve, reject) => {
    const asked = request(service.url + path, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    asked.on("error", reject).end();
  });
}

describe("a body of a kibibyte or more", () => {
  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("is served in %s, which decodes to the same bytes", async (coding, decode) => {
    const plain = await get("/api/cast-members");
    const coded = await get("/api/cast-members", { "Accept-Encoding": coding });

    expect(coded.headers["content-encoding"]).toBe(coding);
    expect(decode(coded.body).equals(plain.body)).toBe(true);
    expect(coded.body.length).toBeLessThan(plain.body.length / 4);
    expect(coded.headers["content-length"]).toBe(String(coded.body.length));
    expect(coded.headers["vary"]).toBe("Accept-Encoding, Authorization, Cookie");
  });

  test("has a different entity tag in each coding, and any of the tags gets a 304 in any coding", async () => {
    const codings = ["identity", "br", "gzip"];
    const tags = await Promise.all(
      codings.map(async (coding) => String((await get("/api/shows", { "Accept-Encoding": coding })).headers["etag"])),
    );

    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      for (const coding of codings) {
        const { status, body, headers } = await get("/api/shows", { "Accept-Encoding": coding, "If-None-Match": tag });
        expect([status, body.length, headers["content-encoding"]]).toEqual([304, 0, undefined]);
        expect(headers["etag"]).toBe(tags[codings.indexOf(coding)]);
      }
    }
  });

  test("is sent uncompressed to a client that accepts no other coding", async () => {
    const { headers } = await get("/api/shows", { "Accept-Encoding": "br;q=0, gzip;q=0" });

    expect(headers["content-encoding"]).toBeUndefined();
  });
});

test("a small body is never compressed", async () => {
  const { headers } = await get("/api/quota", { "Accept-Encoding": "br, gzip" });

  expect(headers["content-encoding"]).toBeUndefined();
});

test("an unexpected error gets a 500 without its cause, which is logged with the request id", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);

  const { status, headers, body } = await get("/api/failing", { "X-Request-Id": "trace-me-01" });

  expect(status).toBe(500);
  expect(JSON.parse(body.toString())).toEqual({
    error: "Internal server error",
    message: expect.stringContaining("request_id") as unknown,
    request_id: "trace-me-01",
  });
  expect(headers["x-request-id"]).toBe("trace-me-01");
  expect(headers["x-ratelimit-limit"]).toBe("1000");
  expect(`${body.toString()}${JSON.stringify(headers)}`).not.toMatch(/secret|somewhere|depths|SELECT/);
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({
      request_id: "trace-me-01",
      err: expect.objectContaining({ message: "SELECT secret FROM /somewhere" }) as unknown,
    }),
    expect.any(String),
  );
  logged.mockRestore();
});

describe("the shape of an error", () => {
  test.each([
    ["/api/shows/%", {}, 400, { error: "Bad request" }],
    ["/api/shows/nothing", {}, 404, { error: "Show not found" }],
    ["/api/cast-members/nothing", {}, 404, { error: "Cast member not found" }],
    ["/api/nothing", {}, 404, { error: "Not found" }],
    [
      "/api/shows",
      { Authorization: "Bearer x" },
      401,
      { error: "Invalid API key", message: expect.any(String) as unknown },
    ],
  ])("%s", async (path, headers, status, shape) => {
    const answer = await get(path, headers);

    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body.toString())).toEqual(shape);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[\w.-]{8,128}$/) as unknown,
    });
  });
});
