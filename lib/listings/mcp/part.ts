import "server-only";
import { z } from "zod";
import type { CastEntry } from "../casts/schema.browser.ts";
import type { CrewMemberEntry } from "../../resources/crew-members/schema.browser.ts";
import { jobInWords, jobs } from "../../resources/crew-members/terms.browser.ts";
import { roleTypes } from "../../resources/cast-members/terms.browser.ts";

const maxEngagements = 10;

/** What a person has in a production. */
export const part = z.strictObject({
  role: z.string().nullable().describe("The character; null for a part without one."),
  role_type: z.enum(roleTypes),
  covers: z.array(z.string()).describe("The characters that the person also plays when needed."),
  engagements: z
    .array(
      z.strictObject({
        from: z.string().nullable(),
        to: z.string().nullable(),
        ended: z.boolean(),
        seen: z.array(z.string()).describe("When the person is known to have been in it."),
      }),
    )
    .max(maxEngagements)
    .describe("When, in partial dates: null is not known. Empty: no date is known."),
});

/** What a person does for a production behind the stage. */
export const crewJob = z.strictObject({
  job: z.enum(jobs),
  credit: z.string().nullable().describe("The words of the programme where they differ."),
});

export function crewJobOf({ job, credit }: CrewMemberEntry): z.infer<typeof crewJob> {
  return { job, credit };
}

/** `lighting designer`, or the words of the programme. */
export function creditInWords({ job, credit }: Pick<CrewMemberEntry, "job" | "credit">): string {
  return credit ?? jobInWords(job);
}

export function partOf({ role, role_type, covers, engagements }: CastEntry): z.infer<typeof part> {
  return {
    role: role?.name ?? null,
    role_type,
    covers: covers.map(({ name }) => name),
    engagements: engagements.slice(-maxEngagements).map(({ note: _note, ...dates }) => dates),
  };
}
