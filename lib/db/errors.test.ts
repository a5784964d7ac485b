import { DriverAdapterError } from "@prisma/driver-adapter-utils";
import { describe, expect, test } from "vitest";
import { AppError } from "../core/errors.ts";
import { databaseErrorToAppError } from "./errors.ts";

describe("a database error becomes 503", () => {
  test.each([
    ["a socket that was reset", new DriverAdapterError({ kind: "ConnectionClosed" })],
    ["a socket that times out", new DriverAdapterError({ kind: "SocketTimeout" })],
    ["an unreachable server", new DriverAdapterError({ kind: "DatabaseNotReachable" })],
    ["a client that gave up", new Error("Client has encountered a connection error and is not queryable")],
    ["a server that shuts down", Object.assign(new Error("terminating connection"), { code: "57P01" })],
    ["a crash that Prisma reports", new Error("Invalid invocation", { cause: { originalCode: "57P02" } })],
  ])("for %s", (_, error) => {
    expect(databaseErrorToAppError(error)).toMatchObject({ status: 503, cause: error });
  });

  test("another error does not become 503", () => {
    expect(databaseErrorToAppError(new Error("a mistake of ours"))).toBeNull();
    expect(databaseErrorToAppError(new DriverAdapterError({ kind: "TableDoesNotExist" }))).toBeNull();
  });
});

test("an AppError of another bundle's copy of the class is passed on unchanged", () => {
  const told = new AppError("unavailable");
  class Copy extends Error {
    override name = "AppError";
  }
  const copy = new Copy("Too busy.");

  expect([databaseErrorToAppError(told), databaseErrorToAppError(copy)]).toEqual([told, copy]);
});
