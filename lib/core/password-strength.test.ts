import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generatePassword } from "../accounts/sign-in/password.ts";
import { passwordRefusal } from "./common-passwords.ts";
import { passwordWeakness, serviceWords } from "./password-strength.browser.ts";

const email = "ada.lovelace@example.com";

describe("a password", () => {
  test.each([
    ["            ", "must not be only spaces"],
    ["\u3000".repeat(12), "must not be only spaces"],
    ["aaaaaaaaaaaa", "must not be one character or a short pattern repeated"],
    ["aaaaaaabbbbb", "must not be one character or a short pattern repeated"],
    ["ab1ab1ab1ab1a", "must not be one character or a short pattern repeated"],
    ["abcdefabcdef", "must not be one character or a short pattern repeated"],
    ["123456789012", "must not be a sequence such as 123456789012 or qwertyuiop"],
    ["210987654321", "must not be a sequence such as 123456789012 or qwertyuiop"],
    ["QWERTYUIOP12", "must not be a sequence such as 123456789012 or qwertyuiop"],
    ["asdfghjkl;'1", "must not be a sequence such as 123456789012 or qwertyuiop"],
    ["xyzabcdefghi", "must not be a sequence such as 123456789012 or qwertyuiop"],
    ["Password1234", "must not be one of the most common passwords"],
    ["ADA.lovelace@EXAMPLE.com", "must not be the account's email address or parts of it"],
    ["lovelace-ada", "must not be the account's email address or parts of it"],
    ["example1234.com", "must not be the account's email address or parts of it"],
    ["Theatre-Listings", "must not be the name of this service"],
    ["London theatre 26", "must not be the name of this service"],
  ])("%j %s", (password, reason) => {
    expect(passwordWeakness(password, email)).toBe(reason);
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
