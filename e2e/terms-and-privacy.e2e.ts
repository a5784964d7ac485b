import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";

for (const [path, title, said] of [
  ["/terms", "Terms", "CC BY 4.0"],
  ["/privacy", "Privacy", "Kept for 400 days"],
] as const) {
  test(`${path} is reached from the end of every page, readable without a script, and fits`, async ({ page }) => {
    await page.setViewportSize(onPhone.viewport);
    await page.goto("/sign-in");

    await page.getByRole("navigation", { name: "Service" }).getByRole("link", { name: title }).click();

    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(said).first()).toBeVisible();
    await expectLayout(page, widths);
  });
}

test("both are in the sitemap, and the changelog leads to its feeds @full", async ({ page, request, service }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const path of ["/terms", "/privacy"]) expect(sitemap).toContain(`<loc>${service.origin}${path}</loc>`);

  await page.goto("/docs/changelog");
  const announced = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  await expect(announced).toHaveAttribute("href", `${service.origin}/docs/changelog.atom`);
  await expect(page.getByRole("main").getByRole("link", { name: "Atom", exact: true }).first()).toHaveAttribute(
    "href",
    "/docs/changelog.atom",
  );
});

test("the Atom feed is well-formed XML with the entries of the JSON Feed @full", async ({ page, request, service }) => {
  const answer = await request.get("/docs/changelog.atom");
  const { items } = (await (await request.get("/docs/changelog.json")).json()) as {
    items: { id: string; title: string; content_text: string }[];
  };
  await page.goto("/docs/changelog");

  const feed = await page.evaluate(
    (text) => {
      const document = new DOMParser().parseFromString(text, "application/xml");
      const textOf = (parent: ParentNode, name: string) =>
        parent.querySelector(`:scope > ${name}`)?.textContent ?? null;
      const root = document.documentElement;
      return {
        problem: document.querySelector("parsererror")?.textContent ?? null,
        namespace: root.namespaceURI,
        id: textOf(root, "id"),
        isDated: !Number.isNaN(Date.parse(textOf(root, "updated") ?? "")),
        entries: [...document.querySelectorAll("entry")].map((entry) => ({
          id: textOf(entry, "id"),
          title: textOf(entry, "title"),
          content_text: textOf(entry, "content"),
        })),
      };
    },
    await answer.text(),
  );

  expect(answer.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(feed).toEqual({
    problem: null,
    namespace: "http://www.w3.org/2005/Atom",
    id: `${service.origin}/docs/changelog`,
    isDated: true,
    entries: items.map(({ id, title, content_text }) => ({ id, title, content_text })),
  });
});
