import { expect, test } from "vitest";
import { UsageError } from "./command.ts";
import { readAccountOptions } from "./account-options.ts";

const password = "correct horse battery";
const good = ["--email", "a@b.example", "--role", "admin"];

test.each<[flags: string[], typed: string, message: string]>([
  [["--role", "admin"], "", "--email is required"],
  [["--email", "a@b.example"], "", "--role must be one of developer, editor, admin."],
  [["--email", "a@b.example", "--role", "owner"], "", "--role must be one of developer, editor, admin."],
  [["--email", "ada", "--role", "admin"], "", "--email must be an email address."],
  [["--email", `${"a".repeat(245)}@b.example`, "--role", "admin"], "", "--email must have at most 254 characters."],
  [["--email", "ada"], "", "--email must be an email address.\n--role must be one of developer, editor, admin."],
  [[...good, "--name", "  "], "", "--name must not be empty."],
  [[...good, "--name", "x".repeat(201)], "", "--name must have at most 200 characters."],
  [[...good, "--password-stdin"], "", "The password must have 12 to 200 characters."],
  [[...good, "--password-stdin"], "counterstrike\n", "The password must not be one of the most common passwords."],
  [
    ["--email", "ada.lovelace@b.example", "--role", "admin", "--password-stdin"],
    "ada.lovelace\n",
    "The password must not be the account's email address or parts of it.",
  ],
  [[...good, "--password", password], "", "Unknown option '--password'"],
  [["ada"], "", "Unexpected argument 'ada'"],
])("invalid arguments (%j, %j) are refused with the reason", async (flags, typed, message) => {
  const refusal: unknown = await readAccountOptions(flags, () => Promise.resolve(typed)).catch(
    (error: unknown) => error,
  );

  expect(refusal).toBeInstanceOf(UsageError);
  expect(String(refusal)).toContain(message);
});

test("the password is generated, or read from standard input without the line break", async () => {
  const made = await readAccountOptions([...good, "--name", " Ada "], () =>
    Promise.reject(new Error("Standard input must not be read.")),
  );
  const entered = await readAccountOptions([...good, "--password-stdin"], () => Promise.resolve(`${password}\r\n`));

  const lines = await readAccountOptions([...good, "--password-stdin"], () =>
    Promise.resolve("a password\nof two lines\n"),
  );

  expect(lines.password).toBe("a password\nof two lines");
  expect(made).toMatchObject({ email: "a@b.example", role: "admin", name: "Ada" });
  expect(made.password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
  expect(entered).toMatchObject({ name: null, password });
});
