import { describe, expect, test } from "vitest";
import { resources } from "./resources.ts";
import { describeResource } from "../../test/describe-resource.ts";
import { describeWrites } from "../../test/describe-writes.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";

describe.each(databaseKinds)("each of the six (%s)", (databaseKind) => {
  const service = useService(databaseKind, { isOwn: true });

  for (const resource of resources) {
    describeResource(resource, () => service);
    describeWrites(resource, () => service);
  }

  test.each(["%20", "a%2Fb", "..%2F", "%00", "'; DROP TABLE shows --", "__proto__", "é".repeat(200)])(
    "an unknown id (%s) is 404",
    async (id) => {
      const response = await service.get(`/api/shows/${id}`);
      expect([response.status, await response.json()]).toEqual([404, { error: "Show not found" }]);
    },
  );

  test("a trailing slash is the same path, and unknown parameters are ignored", async () => {
    const list = await (await service.get("/api/shows")).json();
    for (const target of ["/api/shows/", "/api/shows?limit=1&_rsc=abc&offset=-1"]) {
      const response = await service.get(target, { redirect: "manual", headers: { RSC: "1", "Next-Url": "/" } });
      expect([response.status, await response.json()]).toEqual([200, list]);
    }
  });

  test("HEAD returns the headers of GET without a body", async () => {
    const [head, get] = [await service.get("/api/shows", { method: "HEAD" }), await service.get("/api/shows")];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["content-type", "etag", "cache-control", "vary", "content-encoding", "content-length"])
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
  });

  test.each([
    ["/api/shows", "GET, HEAD, POST, OPTIONS", ["PUT", "PATCH", "DELETE"]],
    ["/api/shows/nothing", "GET, HEAD, PUT, DELETE, OPTIONS", ["POST", "PATCH"]],
  ])("OPTIONS and refused methods of %s list the allowed methods", async (target, allow, refused) => {
    const options = await service.get(target, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
    for (const method of refused) {
      const response = await service.get(target, { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, allow]);
      expect(await response.json()).toEqual({ error: "Method not allowed" });
    }
  });

  test.each(["/api/shows", "/api/shows/hamilton"])("a current ETag of %s gives 304", async (target) => {
    const ask = (tag: string) => service.get(target, { headers: { "If-None-Match": tag } });
    const etag = (await service.get(target)).headers.get("etag") ?? expect.fail();
    const unchanged = await ask(`"other", W/${etag}`);
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await ask('"other"')).status).toBe(200);
  });
});
