import { expect, test } from "vitest";
import { z } from "zod";
import { fieldPicker } from "./answer.ts";

const account = z.strictObject({
  id: z.string(),
  created_at: z.iso.datetime(),
  owner: z.strictObject({ name: z.string() }).nullable(),
  notes: z.array(z.strictObject({ id: z.string() })),
  hint: z.string().optional(),
});

const written = (schema: z.ZodType, value: unknown) => JSON.stringify(fieldPicker(schema)(value));

test("an answer has the fields of its schema, in its order, and no column besides", () => {
  const row = {
    password: "secret",
    notes: [{ text: "secret", id: 7n }],
    owner: { email: "secret", name: "Ada" },
    created_at: new Date("2026-10-01T09:30:00Z"),
    id: "a",
  };

  expect(written(account, row)).toBe(
    '{"id":"a","created_at":"2026-10-01T09:30:00.000Z","owner":{"name":"Ada"},"notes":[{"id":"7"}]}',
  );
  expect(written(account.shape.owner, null)).toBe("null");
});

test("what an open object has stays, and so does what is one of several schemas", () => {
  const options = z.looseObject({ challenge: z.string() });
  const either = z.union([z.strictObject({ days: z.int() }), z.strictObject({ routes: z.int() })]);

  expect(written(options, { timeout: 60, challenge: "c" })).toBe('{"timeout":60,"challenge":"c"}');
  expect(written(z.array(either), [{ routes: 1 }])).toBe('[{"routes":1}]');
});
