import { expect, test } from "vitest";
import { z } from "zod";
import "./fields.browser.ts";

const schema = z.object({
  name: z.string().min(2),
  seats: z.int().min(1).max(100),
  type: z.enum(["musical", "play"]),
  tags: z.array(z.string()).max(1),
});

test.each([
  [{}, ["is required", "is required", "is required", "is required"]],
  [
    { name: "", seats: 1.5, type: "", tags: "x" },
    ["must have at least 2 characters", "must be a whole number", "must be one of musical, play", "must be an array"],
  ],
  [
    { name: 7, seats: 101, type: null, tags: ["a", "b"] },
    ["must be a string", "must be at most 100", "must be one of musical, play", "must have at most 1 entry"],
  ],
])("issues without a message of their own are in the API's words: %o", (value, messages) => {
  const { error } = schema.safeParse(value);

  expect(error?.issues.map(({ message }) => message)).toEqual(messages);
});
