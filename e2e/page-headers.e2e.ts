import { expect, test } from "./fixtures";

test("every page has its own nonce, and no script without one", async ({ request }) => {
  const answers = await Promise.all(["/", "/", "/no-such-page"].map((path) => request.get(path)));

  const nonces = answers.map(
    (answer) => /'nonce-([^']+)'/.exec(answer.headers()["content-security-policy"] ?? "")?.[1] ?? "",
  );
  expect(new Set(nonces).size).toBe(answers.length);
  for (const [index, answer] of answers.entries()) {
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonces[index]}"`);
  }
});

test("a page's policy allows no other scripts", async ({ request }) => {
  const headers = (await request.get("/")).headers();

  const scriptSource = /script-src [^;]*/.exec(headers["content-security-policy"] ?? "")?.[0] ?? "";
  expect(scriptSource).toContain("'strict-dynamic'");
  expect(scriptSource).not.toContain("unsafe");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
    "x-request-id": expect.stringMatching(/^[\w.-]{8,128}$/),
  });
  expect(headers).not.toHaveProperty("x-powered-by");
});

test("a nonce sent by the client is ignored @full", async ({ request }) => {
  const answer = await request.get("/", { headers: { "Content-Security-Policy": "script-src 'nonce-chosen'" } });

  expect(await answer.text()).not.toContain('nonce="chosen"');
});

test("HSTS and https links are sent only over https @full", async ({ request, backend, service }) => {
  const plain = await request.get("/");
  const secure = await request.get("/", { headers: { "X-Forwarded-Proto": "https" } });
  const claimed = await request.get("/", { headers: { "X-Forwarded-Proto": "https, http" } });

  expect(plain.headers()).not.toHaveProperty("strict-transport-security");
  expect(secure.headers()["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  // NEXTAUTH_URL takes precedence over the request's scheme.
  expect(await secure.text()).toContain(`curl ${backend === "server" ? service.origin : "https://"}`);
  expect(claimed.headers()).not.toHaveProperty("strict-transport-security");
});

test("a page's static files are cached as immutable @full", async ({ request }) => {
  const file = /\/_next\/static\/[^"]+\.js/.exec(await (await request.get("/")).text())?.[0] ?? "";

  const headers = (await request.get(file)).headers();

  expect(headers["cache-control"]).toMatch(/^public, ?max-age=31536000, ?immutable$/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers).not.toHaveProperty("content-security-policy");
});
