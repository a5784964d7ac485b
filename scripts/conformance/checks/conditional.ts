import { section, type CheckContext } from "../check.ts";
import { decodedBody, header, requestName, type ConformanceResponse, type Client } from "../client.ts";
import { expectStatus, expectThat, expectSame } from "../expect.ts";
import { forEachNoun } from "../lists.ts";
import { contractNouns } from "../records.ts";
import { readQuota } from "../quota.ts";

const tag = /^"[\x21\x23-\x7e]+"$/;

/** Contract §4: entity tags and content codings. */
export const conditional = section("§4 Conditional reads", [
  {
    name: "ETag on every 200 of a read of the six",
    run: ({ client }) => {
      const reads = client.answers.filter(({ status, asked }) => status === 200 && isOfSix(asked.path));
      for (const answer of reads) {
        const etag = header(answer, "etag");
        expectThat(`ETag of ${requestName(answer)}`, etag !== null && tag.test(etag), etag, "a strong entity tag");
      }
    },
  },
  ...forEachNoun(({ path }) => ({
    name: `GET /${path}: If-None-Match gives 304, without a body and with the same ETag, also weak, in a list, or as *`,
    run: async ({ client, lists }: CheckContext) => {
      const etag = header(lists.answer(path), "etag") ?? "";
      for (const known of [etag, `W/${etag}`, `"another", ${etag}`, `"another" , W/${etag}`, "*"]) {
        await expectUnchanged(client, `/api/${path}`, known, etag);
      }
    },
  })),
  {
    name: "A single record's ETag gives 304",
    cost: { caller: 1 },
    run: async ({ client, lists }) => {
      const place = `/api/shows/${encodeURIComponent(lists.records("shows", 1)[0]?.id ?? "")}`;
      const etag = header(await client.get(place), "etag") ?? "";
      await expectUnchanged(client, place, etag, etag);
    },
  },
  {
    name: "If-None-Match that names something else, or nothing at all, gives 200",
    cost: { caller: 2 },
    run: async ({ client }) => {
      for (const known of ['"another"', "another, W/"]) {
        expectStatus(await client.get("/api/shows", { "If-None-Match": known }), 200);
      }
    },
  },
  {
    name: "A 304 is free and shows the bucket as it is",
    run: async ({ client, lists }) => {
      const before = await readQuota(client);
      const etag = header(lists.answer("shows"), "etag") ?? "";
      const answer = await expectUnchanged(client, "/api/shows", etag, etag);
      // Other callers of the bucket can only lower the figure; then the check is repeated.
      expectSame("X-RateLimit-Remaining of the 304", Number(header(answer, "x-ratelimit-remaining")), before.remaining);
    },
  },
  {
    name: "Cache-Control: no-cache on every read of the six",
    run: ({ client }) => {
      for (const answer of client.answers.filter(
        ({ status, asked }) => status < 400 && isRead(asked) && isOfSix(asked.path),
      )) {
        expectSame(`Cache-Control of ${requestName(answer)}`, header(answer, "cache-control"), "no-cache");
      }
    },
  },
  {
    name: "Vary: Accept-Encoding, Authorization, Cookie on every read of the six",
    run: ({ client }) => {
      for (const answer of client.answers.filter(({ asked }) => isRead(asked) && isOfSix(asked.path))) {
        expectSame(`Vary of ${requestName(answer)}`, namesIn(header(answer, "vary")), [
          "accept-encoding",
          "authorization",
          "cookie",
        ]);
      }
    },
  },
  ...["br", "gzip"].map((coding) => ({
    name: `Bodies of 1 KiB and more are served in ${coding} if accepted, with the same content`,
    cost: { caller: 1 },
    run: async ({ client, lists }: CheckContext) => {
      lists.records("cast-members", 10);
      const plain = lists.answer("cast-members");
      const coded = await client.get("/api/cast-members", { "Accept-Encoding": coding });
      expectStatus(coded, 200);
      expectSame(`Content-Encoding of ${requestName(coded)}`, header(coded, "content-encoding"), coding);
      expectSame(
        `Content-Length of ${requestName(coded)}`,
        header(coded, "content-length"),
        String(coded.bytes.length),
      );
      expectThat(
        "content",
        decodedBody(coded).equals(plain.bytes),
        "other bytes",
        "those of the response without a coding",
      );
      const etag = header(coded, "etag") ?? "";
      expectThat("ETag", etag !== header(plain, "etag"), etag, "a different one for each coding");
      expectStatus(await client.get("/api/cast-members", { "If-None-Match": etag }), 304);
    },
  })),
  {
    name: "A coding that is not accepted is not used",
    cost: { caller: 1 },
    run: async ({ client }) => {
      const answer = await client.get("/api/cast-members", { "Accept-Encoding": "gzip;q=0, br;q=0, zstd" });
      expectStatus(answer, 200);
      expectSame(`Content-Encoding of ${requestName(answer)}`, header(answer, "content-encoding"), null);
    },
  },
]);

async function expectUnchanged(
  client: Client,
  path: string,
  known: string,
  etag: string,
): Promise<ConformanceResponse> {
  const answer = await client.get(path, { "If-None-Match": known });
  const seen = [answer.status, answer.bytes.length, header(answer, "etag")];
  expectSame(`${requestName(answer)} with If-None-Match: ${known}`, seen, [304, 0, etag]);
  return answer;
}

function isOfSix(path: string): boolean {
  const [, api, noun] = path.split(/[/?]/);
  return api === "api" && contractNouns.some((one) => one.path === noun) && !/%(zz|E0%A4%A$)/.test(path);
}

function isRead({ method }: { method: string }): boolean {
  return method === "GET" || method === "HEAD";
}

function namesIn(value: string | null): string[] {
  return (value ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .sort();
}
