import { expect, test } from "vitest";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";

const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: "1000" } });
const header = "x-ignored-parameters";

test("a parameter that a list does not know is named, and the list is the same", async () => {
  const whole = await service.get("/api/shows");
  const response = await service.get("/api/shows?typ=musical&q=%F0%9F%8E%AD&%C3%A9%0A=1");

  expect([response.status, response.headers.get(header)]).toEqual([200, "typ, q, %C3%A9%0A"]);
  expect(response.headers.get("access-control-expose-headers")).toMatch(/, X-Ignored-Parameters$/);
  expect(response.headers.get("etag")).toBe(whole.headers.get("etag"));
  expect(await response.text()).toBe(await whole.text());
  expect(whole.headers.has(header)).toBe(false);
});

test.each(["/api/productions?theatre_id=palace", "/api/productions?show_id=a&show_id=b", "/api/quota?", "/api/shows"])(
  "%s has only known parameters",
  async (path) => {
    const response = await service.get(path);

    expect([response.status, response.headers.has(header)]).toEqual([200, false]);
    expect(response.headers.get("access-control-expose-headers")).not.toContain("X-Ignored");
  },
);

test("long and many names are cut", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}${"x".repeat(100)}`);
  const response = await service.get(`/api/shows/hamilton?${names.join("&")}`);

  expect(response.headers.get(header)?.split(", ")).toEqual(names.slice(0, 10).map((name) => name.slice(0, 64)));
});

test("what many long names of other scripts become is cut after a whole name, below 1 kB", async () => {
  const names = Array.from({ length: 10 }, (_, index) => encodeURIComponent(index + "戏".repeat(64)));
  const listed = (await service.get(`/api/shows?${names.join("&")}`)).headers.get(header) ?? "";

  expect(listed).toBe(encodeURIComponent(0 + "戏".repeat(63)));
});

test("an unknown path is still not found, and its message names the nearest", async () => {
  const near = await service.get("/api/show/hamilton");
  const far = await service.get("/api/nothing");

  expect([near.status, await near.json()]).toEqual([
    404,
    { error: "Not found", message: "Did you mean /api/shows/hamilton?" },
  ]);
  expect([far.status, await far.json()]).toEqual([404, { error: "Not found" }]);
});

test("no path of staff is suggested", async () => {
  expect(await (await service.get("/api/account")).json()).not.toHaveProperty(
    "message",
    expect.stringContaining("mean"),
  );
  expect(await (await service.get("/api/activitys")).json()).toEqual({ error: "Not found" });
});

test("a parameter without a name is not listed", async () => {
  expect((await service.get("/api/shows?typ=musical&=true")).headers.get(header)).toBe("typ");
  expect((await service.get("/api/shows?=true")).headers.has(header)).toBe(false);
});
