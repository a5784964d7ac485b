import { describe, expect, test } from "vitest";
import { decodeText, detectEncoding, isWorkbook, wordsToCheck } from "./table.ts";

const text = "name;bio\r\nSiân Phillips;Café – “née” Ŵ\r\n";
const latin = "name;bio\r\nSiân Phillips;Café \u0096 \u0093née\u0094 \u0080\r\n";
const read = "name;bio\r\nSiân Phillips;Café – “née” €\r\n";

describe("the encoding of a file", () => {
  test.each([
    ["UTF-8", Buffer.from(text), "utf-8", text],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`), "utf-8", text],
    ["Windows-1252, as Excel saves CSV", Buffer.from(latin, "latin1"), "windows-1252", read],
    ["UTF-16, as Excel saves Unicode text", Buffer.from(`\uFEFF${text}`, "utf16le"), "utf-16", text],
    ["UTF-16 in network order", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), "utf-16", text],
    ["Windows-1252, which begins with half a byte order mark", Buffer.from("ÿ;þ", "latin1"), "windows-1252", "ÿ;þ"],
    ["nothing", Buffer.from(""), "utf-8", ""],
  ] as const)("of %s is found, and its text is read", (_name, bytes, encoding, expected) => {
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes, encoding)).toBe(expected);
  });
});

test("a workbook is no text", () => {
  expect(isWorkbook(Buffer.from("PK\u0003\u0004…"))).toBe(true);
  expect(isWorkbook(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toBe(true);
  expect(isWorkbook(Buffer.from("Person,Part\r\nPK"))).toBe(false);
  expect(isWorkbook(Buffer.from(""))).toBe(false);
});

test("the words with accents are listed once, in their order", () => {
  expect(wordsToCheck("Siân, Siân O’Neill; Zoë\nAnn; Björk", 3)).toEqual(["Siân", "O’Neill", "Zoë"]);
});
