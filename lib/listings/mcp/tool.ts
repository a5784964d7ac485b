import "server-only";
import { z } from "zod";
import type { CastEntry, HousedProduction } from "../casts/schema.browser.ts";
import { roleTypes } from "../../resources/cast-members/terms.browser.ts";
import { jobs } from "../../resources/crew-members/terms.browser.ts";
import type { ApiReader } from "./api-reader.ts";
import type { Named } from "../pages/schema.browser.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** @param input as `input` parses it. @throws AppError what the caller is told instead of an answer. */
  answer(input: Record<string, unknown>, api: ApiReader): Promise<Record<string, unknown>>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends Omit<
  Tool,
  "input" | "output" | "answer"
> {
  readonly input: Input;
  readonly output: Output;
  answer(input: z.output<Input>, api: ApiReader): Promise<z.output<Output> & { summary: string }>;
}

const ofEveryAnswer = {
  summary: z.string().describe("The answer in words."),
  api: z.array(z.string()).describe("The calls of the JSON API that give the same in full."),
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  output,
  answer,
  ...tool
}: ToolDefinition<Input, Output>): Tool {
  return {
    ...tool,
    output: output.extend(ofEveryAnswer),
    answer: async (input, api) => {
      // The cast is safe: the server parses the arguments by `input`.
      const answered = await answer(input as z.output<Input>, api);
      return { ...answered, api: api.addresses };
    },
  };
}

/** @param of what is named. */
export function nameOrId(of: string) {
  return wantedName.describe(`The name or the id of ${of}.`);
}

export const wantedName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((value) => value.isWellFormed(), "must not contain a lone surrogate");

/** How many entries an answer has at most. Models also send the number as text. */
export function limitOfAnswer(max: number, usual: number) {
  const numeral = (sent: unknown) => (typeof sent === "string" && /^\d{1,9}$/.test(sent.trim()) ? Number(sent) : sent);
  return z.preprocess(numeral, z.int().min(1).max(max).default(usual));
}

/** A show, a theatre or a person. */
export const linked = z.strictObject({
  id: z.string(),
  name: z.string(),
  page: z.string().describe("The page for people."),
});

/** A run, as answers show it. */
export const linkedRun = z.strictObject({
  production_id: z.string(),
  show: linked,
  theatre: linked,
  opening_date: z.string(),
  closing_date: z.string().nullable().describe("The last day; null when the run is open-ended."),
});

export function linkTo(api: ApiReader, path: "shows" | "theatres" | "people", { id, name }: Named) {
  return { id, name, page: api.page(`/${path}/${encodeURIComponent(id)}`) };
}

export function linkRun(api: ApiReader, { id, show, theatre, opening_date, closing_date }: HousedProduction) {
  return {
    production_id: id,
    show: linkTo(api, "shows", show),
    theatre: linkTo(api, "theatres", theatre),
    opening_date,
    closing_date,
  };
}

/** `2024-01-01 to 2024-06-30`, `since 2024-01-01`, `from 2027-01-01`. */
export function daysInWords(
  { opening_date, closing_date }: Pick<HousedProduction, "opening_date" | "closing_date">,
  today: string,
): string {
  if (closing_date !== null) return `${opening_date} to ${closing_date}`;
  return `${opening_date > today ? "from" : "since"} ${opening_date}`;
}

/** @param none the words for an empty list. */
export function listInWords(entries: readonly string[], none: string): string {
  return entries.length === 0 ? none : `${entries.join("; ")}.`;
}

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

export function partOf({ role, role_type, covers, engagements }: CastEntry): z.infer<typeof part> {
  return {
    role: role?.name ?? null,
    role_type,
    covers: covers.map(({ name }) => name),
    engagements: engagements.slice(-maxEngagements).map(({ note: _note, ...dates }) => dates),
  };
}
