import "server-only";
import { z } from "zod";
import { resources } from "../../../resources/resources.ts";
import { kindOf, kinds, type UpdatesPage } from "../../../history/updates/document.ts";
import { day, defineTool, limitOfAnswer, listInWords } from "../tool.ts";

const maxChanges = 50;

/** What has changed in the data, the newest first. */
export const recentChanges = defineTool({
  name: "recent_changes",
  title: "Recent changes",
  description:
    "The records that were added, changed or deleted last, the newest first: a corrected date, a new cast member. Each record is there with its last change only.",
  input: z.strictObject({
    kind: z.enum(kinds).optional().describe("Only records of this kind."),
    since: day.optional().describe("Only changes on this day or later, in UTC."),
    limit: limitOfAnswer(maxChanges, 20).describe("The most changes."),
  }),
  output: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          change: z.int().describe("The number of the change."),
          state: z.enum(["updated", "deleted"]),
          kind: z.enum(kinds),
          id: z.string(),
          name: z.string().nullable(),
          changed_at: z.string().nullable(),
        }),
      )
      .max(maxChanges),
  }),
  answer: async ({ kind, since = "", limit }, api) => {
    const asked = resources.filter((resource) => kind === undefined || kindOf(resource) === kind);
    const known = await api.lastChanges(asked.map(({ path }) => path));
    const recent = known.toSorted((a, b) => b.number - a.number);
    const [newest] = recent;
    // The page of the updates begins after the last change that is not in the answer.
    const after = recent.find(({ changedAt }, index) => index >= limit || changedAt < since)?.number ?? 0;
    const { items } = await api.get<UpdatesPage>("/updates", {
      afterChangeNumber: after,
      startChangeNumber: newest?.number,
      kind,
    });
    const changes = items
      .slice(-limit)
      .toReversed()
      .map((item) => ({
        change: item.modified,
        state: item.state,
        kind: item.kind,
        id: item.id,
        name: item.state === "updated" && "name" in item.data ? String(item.data["name"]) : null,
        changed_at: recent.find(({ number }) => number === item.modified)?.changedAt ?? null,
      }));
    const lines = changes.map(({ state, kind: of, name, id }) => `${of} ${name ?? id} ${state}`);
    return { summary: listInWords(lines, "Nothing has changed."), changes };
  },
});
