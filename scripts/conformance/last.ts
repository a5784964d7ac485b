import assert from "node:assert/strict";
import { before } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import { type Answer, answers, check, get, NotCheckable, quotaHeaders, readQuota, same } from "./client.ts";
import { section, send, sessionCookie, settings, staffCheck } from "./client.ts";
import { answerOf, postForm, removeAll, resources, start } from "./deployment.ts";

const { CONFORMANCE_KEY: key } = settings;

/** Under `/api`, except `/api/auth` and `/api/health`. */
const isMetered = ({ call: { path } }: Answer) => /^\/api(?!\/(?:auth|health)(?:[/?]|$))(?:[/?]|$)/.test(path);

/** Whether the contract counts the request (§3), for requests without a session. */
function isCounted(answer: Answer): boolean {
  const { method, path, headers } = answer.call;
  const isPreflight = method === "OPTIONS" && "Access-Control-Request-Method" in headers;
  const isQuota = path === "/api/quota" && (method === "GET" || method === "HEAD") && answer.status === 200;
  const isFree = answer.status === 304 && headers["If-None-Match"] !== "*";
  return isMetered(answer) && !isFree && !isPreflight && !isQuota;
}

section("On every answer", () => {
  check("X-Request-Id of its own, nosniff, no X-Powered-By; any origin may read, without credentials", () => {
    const ids = new Set<string | null>();
    const metered = answers.filter(isMetered);
    for (const answer of metered) {
      answer.expectHeader("X-Request-Id", /^[\w.-]{8,128}$/);
      ids.add(answer.header("x-request-id"));
      answer.expectHeader("x-content-type-options", "nosniff");
      answer.expectHeader("x-powered-by", null);
      const isPrivate = answer.call.by === "account" || /^\/api\/(keys|accounts|activity)/.test(answer.call.path);
      if (isPrivate || !["GET", "HEAD", "OPTIONS"].includes(answer.call.method)) continue;
      answer.expectHeader("access-control-allow-origin", "*");
      answer.expectHeader("access-control-allow-credentials", null);
    }
    same("number of X-Request-Ids", ids.size, metered.length);
  });

  check("X-RateLimit-Limit, -Remaining and -Reset: one limit, never more left, the next midnight UTC", () => {
    const last = new Map<string, number>();
    for (const answer of answers.filter(isMetered)) {
      for (const figure of quotaHeaders(answer)) assert.match(figure ?? "", /^\d+$/, `figures of ${answer.name}`);
      const [limit, remaining = 0, reset] = quotaHeaders(answer).map(Number);
      const day = 24 * 60 * 60;
      const date = Date.parse(answer.header("date") ?? "") || Date.now();
      same(`X-RateLimit-Reset of ${answer.name}`, reset, (Math.floor(date / 1000 / day) + 1) * day);
      const { by } = answer.call;
      if (by === "key" || by === "address" || answer.headers["www-authenticate"] !== undefined) continue;
      if (by === "caller") same(`X-RateLimit-Limit of ${answer.name}`, limit, start.limit);
      const most = last.get(`${by} ${reset}`) ?? Infinity;
      assert(remaining <= most, `${answer.name}: ${remaining} remaining after ${most}`);
      last.set(`${by} ${reset}`, remaining);
    }
  });

  check("Each request of this run was counted once, but no 304, preflight, quota, calendar or download", async () => {
    const { remaining, reset } = await readQuota();
    if (reset !== start.reset) throw new NotCheckable("midnight UTC fell into this run");
    const pays = ({ call: { by } }: Answer) => by === "caller" || (key === undefined && by === "address");
    const counted = answers.filter((answer) => isCounted(answer) && pays(answer)).length;
    same("requests counted, unless others spend from the same bucket", start.remaining - remaining, counted);
  });

  check('Errors are JSON with "error" and what the contract adds, and none is 500 or more', () => {
    for (const answer of answers.filter((each) => isMetered(each) && each.status >= 400)) {
      assert(answer.status < 500, `${answer.name} is ${answer.status}`);
      if (answer.call.method === "HEAD") continue;
      answer.expectHeader("content-type", "application/json; charset=utf-8");
      answer.errorBody(answer.status);
    }
  });

  check("Every body looks as the deployment's own document says", async () => {
    const document = (await get("/api/openapi.json")).body() as { paths: Record<string, Record<string, object>> };
    // OpenAPI has keywords beside those of JSON Schema.
    const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, validateSchema: false }));
    ajv.addSchema(document, "document");
    // A path without a parameter is meant where both fit.
    const templates = Object.keys(document.paths).sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")));
    for (const answer of answers) {
      const { method, path } = answer.call;
      const place = path.replace(/^\/api|\?.*$/g, "");
      const template = templates.find((each) => new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(place));
      const response = `${method.toLowerCase()}/responses/${answer.status}/content/application~1json/schema`;
      const escaped = encodeURIComponent((template ?? "").replaceAll("/", "~1"));
      const schema = ajv.getSchema(`document#/paths/${escaped}/${response}`);
      const isJson = answer.header("content-type")?.startsWith("application/json") && answer.text !== "";
      const isWrong = schema && isJson && schema(JSON.parse(answer.text)) !== true;
      same(`what is wrong with ${answer.name}`, isWrong ? ajv.errorsText(schema.errors?.slice(0, 3)) : "", "");
    }
  });
});

/** An interrupted run skips these, but not the removal and the sign-out. */
section("At the end", () => {
  let cookie = "";
  before(async () => {
    if (!settings.CONFORMANCE_STAFF_EMAIL) return;
    const left = await removeAll();
    cookie = sessionCookie();
    await postForm("signout");
    if (left.length > 0) throw new Error(`Could not be removed; please delete it: ${left.join(", ")}`);
  });

  staffCheck("The lists are as before this run; the session has ended, also for who replays its cookie", async () => {
    for (const { path } of resources)
      (await get(`/api/${path}`, { "If-None-Match": answerOf(path).tag })).expectStatus(304);
    (await send("/api/activity", { by: "address", headers: { cookie } })).errorBody(401, "Unauthorized");
  });

  if (settings.CONFORMANCE_EXHAUST)
    check("With a limit of N, exactly N requests of a day are admitted; a 304 and GET /quota also later", async () => {
      const { remaining, limit, reset } = await readQuota();
      const ask = () => get("/api/shows/no-record-has-this-id");
      const found = await Promise.all(Array.from({ length: remaining + 3 }, ask));
      same("requests admitted", found.filter(({ status }) => status === 404).length, remaining);
      for (const answer of found.filter(({ status }) => status !== 404)) {
        const { error, message, ...members } = answer.body(429) as Record<string, unknown>;
        same("429", [error, members], ["Rate limit exceeded", { limit, reset }]);
        if (key === undefined) assert.match(String(message), new RegExp(`public limit.*${limit}.*API key`));
        const wait = reset - Date.parse(answer.header("date") ?? "") / 1000;
        const retryAfter = Number(answer.header("retry-after"));
        assert(Math.abs(retryAfter - wait) <= 1 && retryAfter >= 1, `Retry-After: ${retryAfter}, expected ${wait}`);
        answer.expectHeader("x-ratelimit-remaining", "0");
      }
      (await get("/api/shows", { "If-None-Match": answerOf("shows").tag })).expectStatus(304);
      same("remaining", (await readQuota()).remaining, 0);
    });
});
