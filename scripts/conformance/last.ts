import assert from "node:assert/strict";
import { before } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import {
  bodyOf,
  check,
  errorOf,
  expectHeader,
  expectStatus,
  isCounted,
  isMetered,
  isObject,
  NotCheckable,
  readQuota,
  same,
  section,
  staffCheck,
} from "./check.ts";
import { exhaust } from "./service.ts";
import { account, type Answer, answers, get, header, nameOf, send, settings, tagOf, textOf } from "./client.ts";
import { signOut, start } from "./deployment.ts";
import { answerOf, removeAll, resources } from "./records.ts";

const errorFields = ["error", "message", "issues", "issue_count", "references", "limit", "reset", "request_id"];

/** Checks of all answers so far. */
section("On every answer", () => {
  check("X-Request-Id of its own, nosniff, no X-Powered-By; any origin may read, without credentials", () => {
    const ids = new Set<string | null>();
    const metered = answers.filter(isMetered);
    for (const answer of metered) {
      expectHeader(answer, "X-Request-Id", /^[\w.-]{8,128}$/);
      ids.add(header(answer, "x-request-id"));
      expectHeader(answer, "x-content-type-options", "nosniff");
      expectHeader(answer, "x-powered-by", null);
      const isPrivate = answer.call.by === "account" || /^\/api\/(keys|accounts|activity)/.test(answer.call.path);
      if (isPrivate || !["GET", "HEAD", "OPTIONS"].includes(answer.call.method)) continue;
      expectHeader(answer, "access-control-allow-origin", "*");
      expectHeader(answer, "access-control-allow-credentials", null);
    }
    same("number of X-Request-Ids", ids.size, metered.length);
  });

  check("X-RateLimit-Limit, -Remaining and -Reset: one limit, never more left, the next midnight UTC", () => {
    const last = new Map<string, number>();
    for (const answer of answers.filter(isMetered)) {
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => {
        expectHeader(answer, `X-RateLimit-${name}`, /^\d+$/);
        return Number(header(answer, `x-ratelimit-${name}`));
      });
      const day = 24 * 60 * 60;
      const date = Date.parse(header(answer, "date") ?? "") || answer.at;
      same(`X-RateLimit-Reset of ${nameOf(answer)}`, reset, (Math.floor(date / 1000 / day) + 1) * day);
      const { by } = answer.call;
      if (by === "key" || by === "address" || answer.headers["www-authenticate"] !== undefined) continue;
      if (by === "caller") same(`X-RateLimit-Limit of ${nameOf(answer)}`, limit, start.limit);
      const most = last.get(`${by} ${reset}`) ?? Infinity;
      assert(Number(remaining) <= most, `${nameOf(answer)}: ${remaining} remaining after ${most}`);
      last.set(`${by} ${reset}`, Number(remaining));
    }
  });

  check("All that was asked in this run was counted, and what is free was not", async () => {
    const { remaining, reset } = await readQuota();
    if (reset !== start.reset) throw new NotCheckable("midnight UTC fell into this run");
    const pays = ({ call: { by } }: Answer) => by === "caller" || (settings.key === undefined && by === "address");
    const counted = answers.filter((answer) => isCounted(answer) && pays(answer)).length;
    same("requests counted, unless others spend from the same bucket", start.remaining - remaining, counted);
  });

  check('Errors are JSON with "error" and what the contract adds, and none is 500 or more', () => {
    for (const answer of answers.filter((each) => isMetered(each) && each.status >= 400)) {
      assert(answer.status < 500, `${nameOf(answer)} is ${answer.status}`);
      if (answer.call.method === "HEAD") continue;
      expectHeader(answer, "content-type", "application/json; charset=utf-8");
      const body = bodyOf(answer, answer.status);
      assert(isObject(body) && typeof body["error"] === "string", `"error" of ${nameOf(answer)}`);
      const strange = Object.keys(body).filter((field) => !errorFields.includes(field));
      same(`fields of ${nameOf(answer)} that no error has`, strange, []);
    }
  });

  check("Every body looks as the deployment's own document says", async () => {
    const document = bodyOf(await get("/api/openapi.json")) as { paths: Record<string, Record<string, object>> };
    // OpenAPI has keywords beside those of JSON Schema.
    const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(
      document,
      "document",
      false,
      false,
    );
    // A path without a parameter is meant where both fit.
    const templates = Object.keys(document.paths).sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")));
    for (const answer of answers) {
      const { method, path } = answer.call;
      const place = path.replace(/^\/api|\?.*$/g, "");
      const template = templates.find((each) => new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(place));
      const steps = ["paths", template ?? "", method.toLowerCase(), "responses", String(answer.status), "content"];
      const pointer = [...steps, "application/json", "schema"].map((step) =>
        encodeURIComponent(step.replaceAll("/", "~1")),
      );
      const schema = ajv.getSchema(`document#/${pointer.join("/")}`);
      const isJson = header(answer, "content-type")?.startsWith("application/json") && textOf(answer) !== "";
      const isWrong = schema && isJson && schema(JSON.parse(textOf(answer))) !== true;
      same(`what is wrong with ${nameOf(answer)}`, isWrong ? ajv.errorsText(schema.errors?.slice(0, 3)) : "", "");
    }
  });
});

/** An interrupted run skips these, but not the removal and the sign-out. */
section("At the end", () => {
  let cookie = "";
  before(async () => {
    if (!settings.staff) return;
    const left = await removeAll();
    cookie = account.cookie;
    await signOut();
    if (left.length > 0) throw new Error(`Could not be removed; please delete it: ${left.join(", ")}`);
  });

  staffCheck("The lists are as before this run; the session has ended, also for who replays its cookie", async () => {
    for (const { path } of resources)
      expectStatus(await get(`/api/${path}`, { "If-None-Match": tagOf(answerOf(path)) }), 304);
    errorOf(await send("/api/activity", { by: "address", headers: { cookie } }), 401, "Unauthorized");
  });

  if (settings.isExhausting)
    check("With a limit of N, exactly N requests of a day are admitted; a 304 and GET /quota also later", exhaust);
});
