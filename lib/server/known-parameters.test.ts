import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parametersOfPages } from "./known-parameters.ts";

/** Without the dashboard, from which signed-out readers are sent to `/sign-in` with any query. */
test("every page that reads its query while it is rendered is known", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx" && !file.startsWith("dashboard"))
    .filter((file) => readFileSync(path.join("app", file), "utf8").includes("searchParams"))
    .map((file) => `/${path.dirname(file)}`);

  expect(pages.sort()).toEqual(Object.keys(parametersOfPages).sort());
});
