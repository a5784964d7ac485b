import { describe, expect, test } from "vitest";
import { DeviceCookie } from "./device-cookie.ts";

const secret = "a secret of the test";
const ada = { id: "ada", password: "scrypt$16384$8$5$salt$hash" };
const bob = { id: "bob", password: "scrypt$16384$8$5$other$hash" };

/** The `Cookie` header of a browser after sign-ins to these accounts. */
function cookieAfter(accounts: (typeof ada)[], sent?: string): string {
  const device = new DeviceCookie(sent, secret);
  for (const account of accounts) device.remember(account);
  return (device.header(false) ?? "").split(";", 1)[0] ?? "";
}
const knows = (cookie: string, account: { id: string; password: string | null }, key = secret) =>
  new DeviceCookie(cookie, key).hasSignedInTo(account);

describe("the device cookie", () => {
  test("keeps the id of the browser, and the last five accounts", () => {
    const first = cookieAfter([ada]);
    const accounts = Array.from({ length: 4 }, (_, index) => ({ ...bob, id: `account ${index}` }));
    const full = cookieAfter([...accounts, ada], first);

    expect(new DeviceCookie(full, secret).id).toBe(new DeviceCookie(first, secret).id);
    expect([...accounts, ada].every((account) => knows(full, account))).toBe(true);
    const fuller = cookieAfter([bob], full);
    expect([knows(fuller, bob), knows(fuller, ada), knows(fuller, accounts[0] ?? ada)]).toEqual([true, true, false]);
    expect(fuller).toHaveLength(full.length);
  });

  test.each([
    ["with another secret", (cookie: string) => [cookie, "another secret"]],
    [
      "with one letter changed",
      (cookie: string) => [cookie.replace(/.$/, (last) => (last === "A" ? "Q" : "A")), secret],
    ],
    ["with another name", (cookie: string) => [`x${cookie}`, secret]],
    ["with something behind it", (cookie: string) => [`${cookie}.x`, secret]],
    ["with six marks", (cookie: string) => [`${cookie}${`.${"A".repeat(22)}`.repeat(5)}`, secret]],
    ["without marks", (cookie: string) => [cookie.slice(0, cookie.lastIndexOf(".")), secret]],
    ["without its seal", (cookie: string) => [cookie.replace(/\.[\w-]{22}/, ""), secret]],
    ["with another id", (cookie: string) => [cookie.replace(/=[\w-]{22}/, `=${"A".repeat(22)}`), secret]],
  ])("%s is ignored", (_which, forge) => {
    const [forged = "", key] = forge(cookieAfter([ada]));

    expect(knows(forged, ada, key)).toBe(false);
  });

  test("never knows an account without a password, or no account", () => {
    const nothing = { id: "", password: null };

    expect(knows(cookieAfter([nothing as unknown as typeof ada]), nothing)).toBe(false);
    expect(new DeviceCookie(undefined, secret).hasMarks).toBe(false);
  });

  test("names neither account nor password, and differs in each browser", () => {
    const [one, other] = [cookieAfter([ada]), cookieAfter([ada])];

    expect(one).toMatch(/^theatre-device=[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/);
    expect(one.split(/[=.]/).filter((part) => other.includes(part))).toEqual(["theatre-device"]);
  });

  test.each([
    [false, "Max-Age=31536000; Path=/api/auth; HttpOnly; SameSite=Lax"],
    [true, "Max-Age=31536000; Path=/api/auth; HttpOnly; SameSite=Lax; Secure"],
  ])("is hidden from scripts and other sites, and under HTTPS (%s) from plain HTTP", (isSecure, attributes) => {
    const device = new DeviceCookie(undefined, secret);
    expect(device.header(isSecure)).toBeNull();
    device.remember(ada);

    expect(device.header(isSecure)?.split("; ").slice(1).join("; ")).toBe(attributes);
  });
});
