/** @module-tag full */
import { beforeAll, describe, expect, test } from "vitest";
import { exampleCode } from "../code/example-code.browser.ts";
import { languages, sessionVariable, type Language } from "../code/schema.browser.ts";
import { resources } from "../../resources/resources.ts";
import { limitRequestRecord } from "../../keys/limit-requests/schema.browser.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useMailServer } from "../../../test/mail-server.ts";
import { developer } from "../../../test/developer.ts";
import { missingFor, runExample, type ExampleRun } from "../../../test/run-example.ts";
import { samples } from "../../../test/samples.ts";
import { routes } from "../../routes.ts";
import { useService } from "../../../test/service.ts";
import { differences } from "../../../test/shape.ts";
import { signedInAccount } from "../../../test/signed-in.ts";
import { prepareExample } from "../../../test/staged-examples.ts";
import { useStaff } from "../../../test/staff-client.ts";
import { currentReference } from "./current-reference.ts";
import type { DocumentedOperation } from "./schema.browser.ts";

let operations: DocumentedOperation[];
let session: string;
let made = 0;

/** The example's expiry is always in the future. */
const dayOfTheExamples = Date.parse("2026-10-02T12:00:00Z");

const mail = useMailServer();
const service = useService(fastestDatabase, () => ({ settings: mail.settings, now: () => dayOfTheExamples }));
const staff = useStaff(service, "admin");
beforeAll(async () => {
  operations = (await currentReference(routes, service.infrastructure)).groups.flatMap((group) => group.operations);
  const reader = await developer(service, "admin");
  session = valueOf(reader.cookie);
  // Fills every list: a change, a changed role, and a key of this account, with a limit request and a notice.
  const { id } = await signedInAccount(service, "developer");
  await staff.send("PUT", `accounts/${id}`, { role: "editor" });
  await staff.send("POST", "people", samples["people"]?.(0));
  const key = await reader.makeKey("Probe");
  const request = await reader.ask("POST", `/keys/${key.id}/limit-requests`, {
    daily_limit: 20_000,
    reason: "A probe.",
  });
  await reader.ask("PUT", `/limit-requests/${limitRequestRecord.parse(request.body).id}`, { state: "declined" });
});

/** Reads that require a session and name no record of the reader's own, so they can be sent unchanged. */
const sessionReads = () =>
  operations.filter(
    ({ method, access, path, anchor }) =>
      method === "GET" && access === "session" && !path.includes("{") && !(anchor in prepareExample),
  );

/** The paths below a record. */
const partsOf = (path: string) => ["details", "sources", "merge"].map((part) => `/api/${path}/{id}/${part}`);

/** An example can't contain what an authenticator signs: `lib/accounts/api/own-second-factors.test.ts` sends that. */
const signed = ["add-passkey", "remove-passkey"];

test("the example of every operation is sent by one of these tests, or by the tests of the reads", () => {
  const ofResources = resources.flatMap(({ path }) => [`/api/${path}`, `/api/${path}/{id}`, ...partsOf(path)]);
  const isSent = (one: DocumentedOperation) =>
    one.anchor in prepareExample ||
    signed.includes(one.anchor) ||
    ofResources.includes(one.path) ||
    (one.method === "GET" && one.access !== "session") ||
    sessionReads().includes(one);

  expect(operations.filter((one) => !isSent(one)).map(({ anchor }) => anchor)).toEqual([]);
});

describe.each(languages)("in $title, an operation for staff", ({ value: language }) => {
  const missing = missingFor(language);
  const run = (code: string) => runExample(language, code, { [sessionVariable]: session });
  const codeOf = ({ call }: DocumentedOperation) => exampleCode({ ...call, url: service.url + call.url })[language];

  describe.skipIf(missing !== null)(missing === null ? "runs" : `(${missing} is not installed here)`, () => {
    test.each(resources.map(({ path }) => path))(
      "creates, changes and deletes %s, and what is below them",
      async (path) => {
        // Its page has no example that is real.
        if (service.infrastructure.catalogue.list(path).count === 0) return;
        const of = (method: string) =>
          operations.find((one) => one.method === method && one.path.startsWith(`/api/${path}`));
        const [create, update, remove] = [of("POST"), of("PUT"), of("DELETE")];
        if (!create || !update || !remove) throw new Error(`The reference has no writes of ${path}.`);
        await makeRoom(path, create.call.body);

        const created = await run(codeOf(create));
        isAsShown(created, language, create);
        await makeRoom(path, create.call.body);
        // The page's example, with a record that nothing refers to.
        made += 1;
        const { body } = await staff.send("POST", path, samples[path]?.(made));
        const ours = (code: string) => code.replaceAll(update.call.url.split("/").at(-1) ?? "", body.id);
        const changed = await run(ours(codeOf(update)));
        isAsShown(changed, language, update);
        for (const part of operations.filter((one) => one.method === "PUT" && partsOf(path).includes(one.path)))
          isAsShown(await run(ours(codeOf(part))), language, part);
        const merge = operations.find((one) => one.path === `/api/${path}/{id}/merge`);
        if (merge) {
          const [{ body: duplicate }, { body: survivor }] = [
            await staff.send("POST", path, samples[path]?.(made)),
            await staff.send("POST", path, samples[path]?.(made)),
          ];
          const code = codeOf(merge).replaceAll(update.call.url.split("/").at(-1) ?? "", duplicate.id);
          isAsShown(await run(code.replaceAll("the-survivor", survivor.id)), language, merge);
        }
        const removed = await run(ours(codeOf(remove)));
        isAsShown(removed, language, remove);

        expect((await service.get(`/api/${path}/${body.id}`)).status).toBe(404);
      },
    );

    test("reads what requires a session", async () => {
      expect(sessionReads().length).toBeGreaterThan(3);
      for (const operation of sessionReads()) isAsShown(await run(codeOf(operation)), language, operation);
    });

    test.each(Object.entries(prepareExample))(
      "changes the reader's own account, or acts as the administrator: %s",
      async (anchor, stage) => {
        const operation = operations.find((one) => one.anchor === anchor);
        if (!operation) throw new Error(`The reference has no ${anchor}.`);
        const { cookie, meant = {} } = await stage(service);
        const code = Object.entries(meant).reduce(
          (text, [shown, real]) => text.replaceAll(shown, real),
          codeOf(operation),
        );

        isAsShown(await runExample(language, code, { [sessionVariable]: valueOf(cookie) }), language, operation);
      },
    );
  });
});

/**
 * Checks that an example did what its page says. curl prints the response, whose shape must match the page; the other
 * languages print a summary.
 */
function isAsShown(
  { status, stdout, stderr }: ExampleRun,
  language: Language,
  { call, success }: DocumentedOperation,
): void {
  expect({ call, status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/\w/) });
  expect(stderr.replace(/^\s*% Total[^]*$/m, "")).not.toMatch(/error|warning/i);
  if (language !== "curl") return;
  const [head = "", ...rest] = stdout.split("\r\n\r\n");
  expect([call, head.split("\r\n")[0]]).toEqual([call, expect.stringContaining(` ${success.status} `)]);
  for (const { name } of success.headers) expect(head.toLowerCase()).toContain(`\n${name.toLowerCase()}: `);
  const example = success.content?.examples[0];
  if (example !== undefined)
    expect([call.url, differences(example, JSON.parse(rest.join("")))]).toEqual([call.url, []]);
}

/** The value in a `Cookie` header with one cookie. */
function valueOf(cookie: string): string {
  return cookie.replace(/^[^=]*=/, "");
}

/**
 * A person can't be in a production twice in the same way, so the record of an example's first run is deleted first.
 */
async function makeRoom(path: string, body: unknown): Promise<void> {
  if (path !== "cast-members") return;
  const wanted = body as { person_id: string; production_id: string };
  const query = `person_id=${wanted.person_id}&production_id=${wanted.production_id}`;
  const members = (await (await service.get(`/api/cast-members?${query}`)).json()) as { id: string }[];
  for (const { id } of members) await staff.send("DELETE", `cast-members/${id}`);
}
