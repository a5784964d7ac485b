import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generatePassword } from "../accounts/sign-in/password.ts";
import { passwordRefusal } from "./common-passwords.ts";
import { passwordWeakness, serviceWords } from "./password-strength.browser.ts";

const email = "ada.lovelace@example.com";

describe("a password", () => {
  test.each([
    ["must not be only spaces", [" ".repeat(12), "\u3000".repeat(12)]],
    [
      "must not be one character or a short pattern repeated",
      ["aaaaaaaaaaaa", "aaaaaaabbbbb", "ab1ab1ab1ab1a", "abcdefabcdef"],
    ],
    [
      "must not be a sequence such as 123456789012 or qwertyuiop",
      ["123456789012", "210987654321", "QWERTYUIOP12", "asdfghjkl;'1", "xyzabcdefghi"],
    ],
    ["must not be one of the most common passwords", ["Password1234"]],
    [
      "must not be the account's email address or parts of it",
      ["ADA.lovelace@EXAMPLE.com", "lovelace-ada", "example1234.com"],
    ],
    ["must not be the name of this service", ["Theatre-Listings", "London theatre 26"]],
  ])("%s: %j", (reason, passwords) => {
    for (const password of passwords) expect([password, passwordWeakness(password, email)]).toEqual([password, reason]);
  });

  test.each([
    "correct horse battery",
    "break a leg tonight",
    "aabbaabbccdd",
    "lovelace wrote programs",
    "a theatre by the sea",
    "x7kq2mPz94wd",
  ])("%j may be one", (password) => {
    expect(passwordRefusal(password, email)).toBeNull();
  });

  test("that is common is refused in any case", () => {
    const common = ["counterstrike", "CounterStrike", "justinbieber", "q1w2e3r4t5y6", "administrator"];

    expect(common.map((password) => passwordRefusal(password, email))).toEqual(
      common.map(() => "must not be one of the most common passwords"),
    );
  });

  test("must not be made of the words that the documentation lists", () => {
    expect(readFileSync(".github/SECURITY.md", "utf8")).toContain(`few characters: ${serviceWords.join(", ")}, and`);
  });

  test("that the service generates is never refused", () => {
    const made = Array.from({ length: 500 }, generatePassword);

    expect(made.filter((password) => passwordRefusal(password, email) !== null)).toEqual([]);
  });
});
