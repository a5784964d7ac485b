import "server-only";
import { z } from "zod";
import { requireStaff } from "../../http/access/staff.ts";
import { dayInLondon } from "../../core/dates.ts";
import { wholeNumber } from "../../core/fields.browser.ts";
import { validationError, type FieldIssue } from "../../http/body.ts";
import type { OperationTag } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute } from "../../http/route.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import { mapYielding } from "../../core/yielding.ts";
import { deleteSnoozes, saveSnoozes, type ProblemKey } from "./snooze-queries.ts";
import { countProblems, problemKeyOf, readProblems } from "./find-problems.ts";
import {
  dataProblem,
  earlierCountsNotice,
  problemCounts,
  snoozeRequest,
  unsnoozeRequest,
  type DataProblem,
  type ProblemCounts,
} from "./schema.browser.ts";

const dataQualityTag: OperationTag = {
  name: "Data quality",
  description: "Contradictions and gaps in the data, with their fixes, and which are snoozed.",
};

const exampleName = { rule: "booking-until-past", resource: "shows", record_id: "the-pier" };
const problems = z.array(dataProblem);

export const problemsRoute = meteredRoute("/problems", {
  GET: defineOperation({
    operationId: "listProblems",
    tag: dataQualityTag,
    summary: "List data problems",
    description:
      "As of today in London, the most urgent first, snoozed ones among them. A problem that the data alone can solve comes with changes that are ready to be sent; for any other, the response says what a person has to choose.",
    access: "reviewData",
    output: { description: "An array of problems, possibly empty.", schema: problems },
    handle: async (context) => ({ body: await serialize(await readProblems(context)) }),
  }),
});

export const problemCountsRoute = meteredRoute("/problems/counts", {
  GET: defineOperation({
    operationId: "countProblems",
    tag: dataQualityTag,
    summary: "Count data problems",
    description: "How many there are, which is much less to read than the problems themselves.",
    access: "reviewData",
    input: {
      query: z.strictObject({ days: wholeNumber(1, 400).default(90).describe(earlierCountsNotice) }),
    },
    output: { description: "The counts.", schema: problemCounts },
    handle: async (context) => {
      const now = countProblems(await readProblems(context));
      const date = dayInLondon(context.infrastructure.now());
      return { body: Representation.json({ now, days: [{ date, counts: now }] } satisfies ProblemCounts) };
    },
  }),
});

export const snoozeRoute = meteredRoute("/problems/snooze", {
  POST: defineOperation({
    operationId: "snoozeProblems",
    tag: dataQualityTag,
    summary: "Snooze data problems",
    description:
      "Puts problems off until a day, or until their facts change; a change of the facts always brings a problem back, and deleting the record ends its snooze. Repeated, it changes reason and day.",
    access: "reviewData",
    input: {
      query: noParameters,
      body: snoozeRequest,
      bodyExample: {
        problems: [{ ...exampleName, facts: "mXq0c1wYyEw2s9aB" }],
        until: "2099-12-01",
        reason: "The theatre answers on Monday.",
      },
    },
    output: { description: "The snoozed problems.", schema: problems },
    handle: async (context) => {
      const { infrastructure, session, body } = context;
      const staff = requireStaff(session);
      const now = infrastructure.now();
      const current = new Map((await readProblems(context)).map((problem) => [problemKeyOf(problem), problem]));
      const issues = body.problems.flatMap((one, index): FieldIssue[] => {
        const problem = current.get(problemKeyOf(one));
        const path = `problems.${index}`;
        if (!problem) return [{ path, message: "is not a problem, or no longer one" }];
        return problem.facts === one.facts ? [] : [{ path: `${path}.facts`, message: "have changed; read them again" }];
      });
      if (body.until !== null && body.until <= dayInLondon(now))
        issues.push({ path: "until", message: "must be a day in the future" });
      if (issues.length > 0) throw validationError(issues);
      await saveSnoozes(infrastructure.database, staff, body, now);
      return { body: await serialize(await readNamed(context, body.problems)) };
    },
  }),
});

export const unsnoozeRoute = meteredRoute("/problems/unsnooze", {
  POST: defineOperation({
    operationId: "unsnoozeProblems",
    tag: dataQualityTag,
    summary: "End the snooze of data problems",
    description: "Problems that are not snoozed stay as they are.",
    access: "reviewData",
    input: { query: noParameters, body: unsnoozeRequest, bodyExample: { problems: [exampleName] } },
    output: { description: "Those of the problems that still exist.", schema: problems },
    handle: async (context) => {
      const { infrastructure, body } = context;
      await deleteSnoozes(infrastructure.database, body.problems);
      return { body: await serialize(await readNamed(context, body.problems)) };
    },
  }),
});

async function readNamed(context: Parameters<typeof readProblems>[0], named: readonly ProblemKey[]) {
  const keys = new Set(named.map(problemKeyOf));
  return (await readProblems(context)).filter((problem) => keys.has(problemKeyOf(problem)));
}

/** Each problem by itself, because a long list in one piece would block the event loop. */
async function serialize(problems: readonly DataProblem[]): Promise<Representation> {
  return Representation.array(await mapYielding(problems, (problem) => Buffer.from(JSON.stringify(problem))));
}
