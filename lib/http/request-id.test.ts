import { expect, test } from "vitest";
import { requestId } from "./request.ts";

test.each(["12345678", "a1b2c3d4-e5f6", "Root_1.2-3", "a".repeat(128), "0af7651916cd43dd8448eb211c80319c"])(
  "%s is kept",
  (given) => {
    expect(requestId(given)).toBe(given);
  },
);

test.each([
  undefined,
  "",
  "1234567",
  "a".repeat(129),
  "<script>",
  "with space",
  "line\nbreak\nbreak",
  "12345678\n",
  "ünïcödé-id",
  "a,b,c,d,e,f",
])("%s is replaced by a new one", (given) => {
  const made = requestId(given);

  expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(requestId(given)).not.toBe(made);
});
