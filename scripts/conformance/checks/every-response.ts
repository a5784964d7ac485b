import { check, section } from "../check.ts";
import { header, requestName, responses } from "../client.ts";
import { expectBody, expectHeader, expectSame, expectThat, isObject } from "../expect.ts";
import { isMetered } from "../quota.ts";

const errorFields = ["error", "message", "issues", "issue_count", "references", "limit", "reset", "request_id"];

/** Checks of all responses of the run; they come last. */
section("On every answer", () => {
  for (const name of ["Limit", "Remaining", "Reset"])
    check(`Every response under /api other than auth and health carries X-RateLimit-${name}`, () => {
      for (const response of responses.filter(isMetered)) expectHeader(response, `X-RateLimit-${name}`, /^\d+$/);
    });

  check("Every response has its own X-Request-Id", () => {
    const seen = new Set<string>();
    for (const response of responses.filter(isMetered)) {
      expectHeader(response, "X-Request-Id", /^[\w.-]{8,128}$/);
      const id = header(response, "x-request-id") ?? "";
      expectThat(`X-Request-Id of ${requestName(response)}`, !seen.has(id), id, "one that no other response has");
      seen.add(id);
    }
  });

  check('Errors are {"error": string} and what the contract adds, always JSON', () => {
    for (const response of responses.filter(
      (one) => isMetered(one) && one.status >= 400 && one.request.method !== "HEAD",
    )) {
      const body = expectBody(response, response.status);
      expectThat(
        `body of ${requestName(response)}`,
        isObject(body) && typeof body["error"] === "string",
        body,
        "an error and its name",
      );
      expectHeader(response, "content-type", "application/json; charset=utf-8");
      const strange = Object.keys(isObject(body) ? body : {}).filter((field) => !errorFields.includes(field));
      expectSame(`fields of ${requestName(response)} that no error has`, strange, []);
    }
  });

  check("No answer is a 500", () => {
    const broken = responses.filter(({ status }) => status >= 500);
    expectSame("answers with 500 or more", broken.map(requestName), []);
  });

  check("X-Content-Type-Options: nosniff, and no X-Powered-By", () => {
    for (const response of responses.filter(isMetered)) {
      expectHeader(response, "x-content-type-options", "nosniff");
      expectHeader(response, "x-powered-by", null);
    }
  });
});
