import { decode, encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { decodeSessionToken, encodedSessionTokens, encodeSessionToken } from "./sessions.ts";

const secret = "a secret of the test";

describe("a session token", () => {
  test.each([{}, { sid: "" }, { sid: 7 }, { sid: null }, { sub: "some session" }])(
    "%j is invalid even when encoded with the secret",
    async (token) => {
      expect(decodeSessionToken(await encode({ token, secret }), secret)).toBeNull();
    },
  );

  test("is what next-auth decodes, and is refused when any part of it is changed, cut or added", async () => {
    const sealed = await encodeSessionToken({ sid: "some session" }, secret);
    expect(await decode({ token: sealed, secret })).toMatchObject({ sid: "some session" });
    const parts = sealed.split(".");
    for (const [index, part] of parts.entries()) {
      const changed = part === "" ? "AAAA" : part.replace(/^./, (first) => (first === "e" ? "f" : "e"));
      for (const wrong of [changed, part === "" ? "x.y" : "", part.slice(0, -4)].filter((one) => one !== part))
        expect(decodeSessionToken(parts.with(index, wrong).join("."), secret), `${index}: ${wrong}`).toBeNull();
    }
    expect(decodeSessionToken(`${sealed}.x`, secret)).toBeNull();
  });
});

describe("in a Cookie header", () => {
  const [plain, secure] = ["next-auth.session-token", "__Secure-next-auth.session-token"];

  test.each<[header: string | undefined, sealed: string[]]>([
    [undefined, []],
    ["", []],
    ["theme=dark; a=b", []],
    [`${plain}=one`, ["one"]],
    [`theme=dark;${plain}=one ;a=b`, ["one"]],
    [`${plain}=a=b=`, ["a=b="]],
    // The cookie that only HTTPS can set comes first.
    [`${plain}=one; ${secure}=two`, ["two", "one"]],
    // A browser sends the more specific of two cookies first.
    [`${plain}=one; ${plain}=two`, ["one"]],
    [`${plain}=`, []],
    [plain, []],
    [`=${plain}`, []],
    [`x${plain}=one; ${plain}x=two`, []],
    [`${plain}.1=b; ${plain}.0=a; ${plain}.2=c`, ["abc"]],
    [`${plain}.0=a; ${plain}.2=c`, ["a"]],
    [`${plain}.1=b`, []],
    [`${plain}.0=; ${plain}.1=b`, ["b"]],
    [`${secure}.0=a; ${secure}.1=b; ${plain}=one`, ["ab", "one"]],
    // A cookie is whole or split, never both.
    [`${plain}=one; ${plain}.0=a`, ["one"]],
  ])("the tokens in %j are found, their parts joined: %j", (header, sealed) => {
    expect(encodedSessionTokens(header)).toEqual(sealed);
  });
});
