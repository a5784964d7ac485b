import { expect, test } from "vitest";
import { newAccount } from "@/lib/accounts/schema.browser";
import { lateResolver, type TypedValues } from "./use-api-form";

const options = { fields: {}, shouldUseNativeValidation: false };
const typed = { email: "Ada@Example.com ", password: "break-a-leg-at-eight", name: "" };
const toData = ({ name, ...credentials }: TypedValues) => ({ ...credentials, ...(name === "" ? {} : { name }) });

test("values are submitted as the API's schema parses them", async () => {
  const { values } = await lateResolver(async () => newAccount, toData)(typed, undefined, options);

  expect(values).toEqual({ email: "ada@example.com", password: typed.password });
});

test("values are submitted even if the schema can't be loaded: the API validates them", async () => {
  const unreachable = lateResolver<unknown>(() => Promise.reject(new Error("No network.")), toData);

  expect(await unreachable(typed, undefined, options)).toEqual({ values: toData(typed), errors: {} });
});
