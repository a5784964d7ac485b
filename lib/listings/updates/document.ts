import "server-only";
import { z } from "zod";
import { id, wholeNumber } from "../../core/fields.browser.ts";
import { pascalCase } from "../../http/declaration.ts";
import type { Resource } from "../../records/resource.ts";
import { resources } from "../../resources/resources.ts";

/** The word for a resource's records in the updates: `cast-member`. */
export function kindOf({ singular }: Pick<Resource, "singular">): string {
  return singular.toLowerCase().replaceAll(" ", "-");
}

export const kinds = resources.map(kindOf);

const modified = z.int().min(1).describe("The number of the change.");

const updatedItems = resources.map((resource) => {
  const { record, details, singular } = resource;
  const meta = { id: `${pascalCase(singular)}Update`, description: `A new or changed ${singular.toLowerCase()}.` };
  const data = z.strictObject({ ...record.shape, ...(details && { details: details.document }) });
  return z
    .strictObject({ state: z.literal("updated"), kind: z.literal(kindOf(resource)), id, modified, data })
    .meta(meta);
});

const deletedItem = z
  .strictObject({
    state: z.literal("deleted"),
    kind: z.enum(kinds),
    id,
    modified,
    merged_into: id.optional().describe("The record of the same kind that it was merged into."),
  })
  .meta({ id: "Deletion", description: "A deleted record." });

export const updateItems = [...updatedItems, deletedItem];

export const maxItems = 500;

export const updatesPage = z
  .strictObject({
    next: z.url().describe("The address of the next page. Of an empty page it is its own: poll it."),
    items: z.array(z.union(updateItems)).max(maxItems),
    license: z.url().describe("The licence of the data."),
  })
  .meta({ id: "Updates", description: "A page of changes, in their order." });

const changeNumber = z
  .string()
  .regex(/^\d{1,16}$/, "must be a change number: digits only")
  .transform(Number)
  .pipe(z.int().min(0));

export const updatesQuery = z.strictObject({
  afterChangeNumber: changeNumber
    .default(0)
    .describe("Only changes after this one. Absent or 0: from the beginning, with every record once."),
  startChangeNumber: changeNumber
    .optional()
    .describe("`next` has it while a first copy is made: the last change when that began."),
  kind: z
    .string()
    .refine((value) => value.split(",").every((kind) => kinds.includes(kind)), {
      message: `must be one of ${kinds.join(", ")}, or several of them with commas between`,
    })
    .optional()
    .describe(`Only these kinds, with commas between: ${kinds.join(", ")}.`),
  limit: wholeNumber(1, maxItems).optional().describe(`The maximum number of items; ${maxItems} by default.`),
});

export type UpdatesPage = z.infer<typeof updatesPage>;
export type UpdatesQuery = z.infer<typeof updatesQuery>;
