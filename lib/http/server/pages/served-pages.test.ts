import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPages, bundle } from "../../../../scripts/build.mjs";
import { newFolderPath } from "../../../../test/databases.ts";
import { freshAddress, fromAddress } from "../../../../test/quota-helpers.ts";
import { launchServer, type ServerProgram } from "../../../../test/program.ts";

const { folder, remove } = newFolderPath();
let server: ServerProgram;

const ask = (path: string, headers: Record<string, string> = {}) =>
  // The pages of one address are limited.
  fetch(server.url + path, { ...fromAddress(freshAddress(), headers), redirect: "manual" });
const textOf = async (path: string) => {
  const answer = await ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
/** What the group of a pattern matches, each once. */
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))];

describe("as the built service sends them", { tags: ["full"] }, () => {
  beforeAll(async () => {
    buildPages();
    bundle("server", "server.ts");
    server = await launchServer({ DATA_DIR: folder, CLIENT_ADDRESS: "forwarded:1" });
  });
  afterAll(async () => {
    server.kill("SIGTERM");
    await server.ended;
    remove();
  });

  test("each page has its own nonce, every script has it, and its policy allows no others", async () => {
    const nonces = await Promise.all(
      ["/", "/", "/docs", "/no-such-page"].map(async (path) => {
        const answer = await ask(path, { "Content-Security-Policy": "script-src 'nonce-chosen'" });
        const policy = answer.headers.get("content-security-policy") ?? "";
        const [nonce] = all(policy, /'nonce-([^']+)'/g);
        const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
        expect(scripts.length).toBeGreaterThan(0);
        for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
        const [scriptSource] = all(policy, /(script-src [^;]*)/g);
        expect(scriptSource).toContain("'strict-dynamic'");
        expect(scriptSource).not.toMatch(/unsafe|chosen/);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin-when-cross-origin",
          "permissions-policy": expect.stringContaining("camera=()") as string,
          "x-request-id": expect.stringMatching(/^[\w.-]{8,128}$/) as string,
        });
        expect(answer.headers.has("x-powered-by")).toBe(false);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test("HSTS and https links are sent only over https", async () => {
    const [plain, secure, claimed] = await Promise.all(
      [undefined, "https", "https, http"].map((scheme) => ask("/", scheme ? { "X-Forwarded-Proto": scheme } : {})),
    );
    expect([plain, claimed].map((answer) => answer?.headers.has("strict-transport-security"))).toEqual([false, false]);
    expect(secure?.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect(await secure?.text()).toContain("curl https://");
  });

  test("no link within the documentation is broken, and each heading can be linked to", async () => {
    const links = all(await textOf("/docs"), /<a [^>]*href="(\/docs[^"]*)"/g);
    const ids = new Map<string, string[]>();
    for (const path of new Set(links.map((link) => link.split("#", 1)[0] ?? link))) {
      const html = await textOf(path);
      ids.set(path, all(html, / id="([^"]+)"/g));
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      const unlinked = all(main, /(<h[23](?![^>]* id=)[^>]*>.*?<\/h[23]>)/gs);
      expect(unlinked.filter((heading) => !heading.includes("sr-only"))).toEqual([]);
    }
    expect(ids.size).toBeGreaterThan(20);
    for (const link of links) {
      const [path = "", anchor] = link.split("#");
      if (anchor !== undefined) expect(ids.get(path), link).toContain(anchor);
    }
  });

  test("crawlers and other programs find the files that they expect", async () => {
    const sitemap = await textOf("/sitemap.xml");
    for (const path of ["/docs/cast-members", "/terms", "/privacy"])
      expect(sitemap).toContain(`<loc>${server.url}${path}</loc>`);
    expect(await textOf("/llms.txt")).toContain(`${server.url}/docs/guides/polling`);
    expect(await textOf("/llms-full.txt")).toContain("### GET /api/cast-members/{id}");
    expect(await textOf("/robots.txt")).toContain(`Sitemap: ${server.url}/sitemap.xml`);
    for (const path of ["/", "/docs", "/docs/guides/editors", "/sign-in"]) {
      const html = await textOf(path);
      expect(html, path).toContain(`<link rel="canonical" href="${server.url}${path === "/" ? "" : path}`);
      expect(html).toContain(`property="og:image" content="${server.url}/opengraph-image`);
      expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
      expect(html).not.toContain("noindex");
    }
    for (const path of ["/on", "/shows", "/theatres"]) expect(await textOf(path)).toContain('"/feeds/west-end.ics"');
    const changelog = await textOf("/docs/changelog");
    expect(changelog).toContain(`type="application/atom+xml" href="${server.url}/docs/changelog.atom"`);
    expect((await ask("/docs/changelog.atom")).headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    for (const file of ["/favicon.ico", "/icon.svg", "/apple-icon.png", "/opengraph-image.png"])
      expect([file, (await ask(file)).status]).toEqual([file, 200]);
  });

  test("what the end of every page links to is there, terms and privacy among it", async () => {
    const html = await textOf("/sign-in");
    const ends = all(html.slice(html.lastIndexOf("<footer")), /href="(\/[^"]*)"/g);
    expect(ends).toEqual(expect.arrayContaining(["/terms", "/privacy", "/docs", "/developers/found-a-key"]));
    for (const path of ends) await textOf(path);
    expect(await textOf("/privacy")).toContain("Kept for 400 days");
  });

  test("tonight's shows link to their pages, and the samples are of a show that runs", async () => {
    const html = await textOf("/");
    const tonight = html.slice(html.indexOf('aria-label="Running today"'));
    const shows = all(tonight, /href="(\/shows\/[^"?]+)"/g);
    const [theatre = ""] = all(tonight, /href="(\/theatres\/[^"?]+)"/g);
    for (const path of [shows[0] ?? expect.fail("no show runs"), theatre]) await textOf(path);
    const [sample] = all(html, /curl [^<]*\/api(\/shows\/[a-z0-9-]+)/g);
    expect(shows).toContain(sample);
  });

  test("the front page's largest scripts can be compiled while they download", async () => {
    const paths = all(await textOf("/"), /<script src="([^"]+)" async/g);
    const scripts = await Promise.all(paths.map(textOf));
    const largest = scripts.toSorted((one, other) => other.length - one.length).slice(0, 2);
    expect(largest).toHaveLength(2);
    for (const script of largest) expect(script.slice(0, 40)).toContain("//# allFunctionsCalledOnLoad\n");
  });

  test("the former address of the data problems leads to their page, with its query", async () => {
    const answer = await ask("/dashboard/health?from=bookmark");
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/dashboard/data-quality?from=bookmark"]);
  });
});
