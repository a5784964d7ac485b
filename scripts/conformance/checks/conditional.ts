import { check, section } from "../check.ts";
import { type ConformanceResponse, decodedBody, get, header, requestName, responses } from "../client.ts";
import { expectHeader, expectNames, expectSame, expectStatus, expectThat } from "../expect.ts";
import { lists } from "../lists.ts";
import { readQuota } from "../quota.ts";
import { contractResources } from "../records.ts";

const tag = /^"[\x21\x23-\x7e]+"$/;

/** Contract §4: entity tags and content codings. */
section("§4 Conditional reads", () => {
  check("ETag on every 200 of a read of the six", () => {
    const reads = responses.filter(({ status, request }) => status === 200 && isOfSix(request.path));
    for (const response of reads) {
      const etag = header(response, "etag");
      expectThat(`ETag of ${requestName(response)}`, etag !== null && tag.test(etag), etag, "a strong entity tag");
    }
  });

  for (const { path } of contractResources)
    check(
      `GET /${path}: If-None-Match gives 304, without a body and with the same ETag, also weak or in a list`,
      async () => {
        const etag = header(lists.response(path), "etag") ?? "";
        for (const known of [etag, `W/${etag}`, `"another", ${etag}`, `"another" , W/${etag}`]) {
          await expectUnchanged(`/api/${path}`, known, etag);
        }
      },
    );

  check("If-None-Match: * gives 304, and counts", async () => {
    await expectUnchanged("/api/theatres", "*", header(lists.response("theatres"), "etag") ?? "");
  });

  check("A single record's ETag gives 304", async () => {
    const place = `/api/shows/${encodeURIComponent(lists.records("shows", 1)[0]?.id ?? "")}`;
    const etag = header(await get(place), "etag") ?? "";
    await expectUnchanged(place, etag, etag);
  });

  check("If-None-Match that names something else, or nothing at all, gives 200", async () => {
    for (const known of ['"another"', "another, W/"]) {
      expectStatus(await get("/api/shows", { "If-None-Match": known }), 200);
    }
  });

  check("A 304 is free and shows the bucket as it is", async () => {
    const before = await readQuota();
    const etag = header(lists.response("shows"), "etag") ?? "";
    const response = await expectUnchanged("/api/shows", etag, etag);
    // Other callers of the bucket can only lower the figure; then the check is repeated.
    expectSame("X-RateLimit-Remaining of the 304", Number(header(response, "x-ratelimit-remaining")), before.remaining);
  });

  check("Cache-Control: no-cache on every read of the six", () => {
    for (const response of responses.filter(
      ({ status, request }) => status < 400 && isRead(request) && isOfSix(request.path),
    )) {
      expectHeader(response, "cache-control", "no-cache");
    }
  });

  check("Vary: Accept-Encoding, Authorization, Cookie on every read of the six", () => {
    for (const response of responses.filter(({ request }) => isRead(request) && isOfSix(request.path))) {
      expectNames(response, "Vary", ["accept-encoding", "authorization", "cookie"]);
    }
  });

  for (const coding of ["br", "gzip"])
    check(`Bodies of 1 KiB and more are served in ${coding} if accepted, with the same content`, async () => {
      lists.records("cast-members", 10);
      const plain = lists.response("cast-members");
      const coded = await get("/api/cast-members", { "Accept-Encoding": coding });
      expectStatus(coded, 200);
      expectHeader(coded, "content-encoding", coding);
      expectHeader(coded, "content-length", String(coded.bytes.length));
      expectThat("content", decodedBody(coded).equals(plain.bytes), "other bytes", "those without a coding");
      const etag = header(coded, "etag") ?? "";
      expectThat("ETag", etag !== header(plain, "etag"), etag, "a different one for each coding");
      expectStatus(await get("/api/cast-members", { "If-None-Match": etag }), 304);
    });

  check("A coding that is not accepted is not used", async () => {
    const response = await get("/api/cast-members", { "Accept-Encoding": "gzip;q=0, br;q=0, zstd" });
    expectStatus(response, 200);
    expectHeader(response, "content-encoding", null);
  });
});

async function expectUnchanged(path: string, known: string, etag: string): Promise<ConformanceResponse> {
  const response = await get(path, { "If-None-Match": known });
  const seen = [response.status, response.bytes.length, header(response, "etag")];
  expectSame(`${requestName(response)} with If-None-Match: ${known}`, seen, [304, 0, etag]);
  return response;
}

function isOfSix(path: string): boolean {
  const [, api, resource] = path.split(/[/?]/);
  return api === "api" && contractResources.some((one) => one.path === resource) && !/%(zz|E0%A4%A$)/.test(path);
}

function isRead({ method }: { method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
