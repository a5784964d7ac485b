import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { RequestTarget } from "../../http/route.ts";
import { publicParameters } from "../../listings/pages/parameters.ts";
import { cachedPath, parametersOfPages } from "./known-parameters.ts";

/** Without the dashboard, from which signed-out readers are sent to `/sign-in` with any query. */
test("every page that reads its query while it is rendered is known", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx" && !file.startsWith("dashboard"))
    .filter((file) => readFileSync(path.join("app", file), "utf8").includes("searchParams"))
    .map((file) => `/${path.dirname(file)}`);

  const isPublic = (page: string) => publicParameters(page.slice(1).split("/")).length > 0;
  expect(pages.filter((page) => !isPublic(page)).sort()).toEqual(Object.keys(parametersOfPages).sort());
});

test("a public page is cached for the parameters that it reads", () => {
  const target = (path: string, search: string): Pick<RequestTarget, "segments" | "search" | "href"> => ({
    segments: path.slice(1).split("/"),
    search,
    href: search === "" ? path : `${path}?${search}`,
  });

  expect(cachedPath(target("/on", "utm_source=x&date=2025-03-14"))).toBe("/on?date=2025-03-14");
  expect(cachedPath(target("/on", "utm_source=x"))).toBe("/on");
  expect(cachedPath(target("/who", "role=e&show=w&on=2025-03-14"))).toBe("/who?show=w&on=2025-03-14&role=e");
  expect(cachedPath(target("/who", `show=${"w".repeat(400)}`))).toBe(null);
  expect(cachedPath(target("/shows/wicked", "on=2025-03-14"))).toBe("/shows/wicked?on=2025-03-14");
  expect(cachedPath(target("/shows", "on=2025-03-14"))).toBe("/shows");
  expect(cachedPath(target("/constructor", "on=2025-03-14"))).toBe("/constructor");
});
